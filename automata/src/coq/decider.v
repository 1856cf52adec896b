(** * Formulas about natural numbers: their meaning, and a decider with its proof. For Coq 8.16 or later. *)

From Coq Require Import ZArith List Bool Lia Zpow_facts Znumtheory.
Import ListNotations.
Open Scope Z_scope.

(** * Formulas about natural numbers, decided digit by digit *)

(** Variables are counted from the innermost outwards. *)
Inductive form :=
| Tru | Fls
| Le (a : list Z) (c : Z)
| Eq (a : list Z) (c : Z)
| Cong (a : list Z) (c : Z) (m : positive)
| Xor (i j k : nat)
| Pow (i : nat)
| Not (f : form)
| And (f g : form)
| Or (f g : form)
| Ex (n : nat) (f : form).

Fixpoint dot (a e : list Z) : Z :=
  match a, e with x :: a, y :: e => x * y + dot a e | _, _ => 0 end.

Fixpoint exs (n : nat) (p : list Z -> Prop) (e : list Z) : Prop :=
  match n with O => p e | S n => exists x, 0 <= x /\ exs n p (x :: e) end.

Fixpoint holds (f : form) (e : list Z) : Prop :=
  match f with
  | Tru => True
  | Fls => False
  | Le a c => dot a e + c <= 0
  | Eq a c => dot a e + c = 0
  | Cong a c m => (dot a e + c) mod Z.pos m = 0
  | Xor i j k => Z.lxor (nth i e 0) (nth j e 0) = nth k e 0
  | Pow i => exists k, 0 <= k /\ nth i e 0 = 2 ^ k
  | Not f => ~ holds f e
  | And f g => holds f e /\ holds g e
  | Or f g => holds f e \/ holds g e
  | Ex n f => exs n (holds f) e
  end.

(** ** An order on formulas, to keep each only once *)

Definition on (a b : comparison) : comparison := match a with Datatypes.Eq => b | _ => a end.

Fixpoint order_z (a b : list Z) : comparison :=
  match a, b with
  | [], [] => Datatypes.Eq | [], _ => Lt | _, [] => Gt
  | x :: a, y :: b => on (Z.compare x y) (order_z a b)
  end.

Definition rank (f : form) : nat :=
  match f with Tru => 0 | Fls => 1 | Xor _ _ _ => 2 | Pow _ => 3 | Eq _ _ => 4 | Cong _ _ _ => 5 | Le _ _ => 6 | Not _ => 7 | And _ _ => 8 | Or _ _ => 9 | Ex _ _ => 10 end%nat.

Fixpoint order (f g : form) : comparison :=
  match f, g with
  | Tru, Tru => Datatypes.Eq
  | Fls, Fls => Datatypes.Eq
  | Le a c, Le b d => on (Z.compare c d) (order_z a b)
  | Eq a c, Eq b d => on (Z.compare c d) (order_z a b)
  | Cong a c m, Cong b d n => on (Z.compare c d) (on (Pos.compare m n) (order_z a b))
  | Xor i j k, Xor l m n => on (Nat.compare i l) (on (Nat.compare j m) (Nat.compare k n))
  | Pow i, Pow j => Nat.compare i j
  | Not f, Not g => order f g
  | And f f', And g g' => on (order f g) (order f' g')
  | Or f f', Or g g' => on (order f g) (order f' g')
  | Ex m f, Ex n g => on (Nat.compare m n) (order f g)
  | _, _ => Nat.compare (rank f) (rank g)
  end.

Lemma on_eq a b : on a b = Datatypes.Eq -> a = Datatypes.Eq /\ b = Datatypes.Eq.
Proof. destruct a; simpl; intros; try discriminate; auto. Qed.

Lemma order_z_eq a : forall b, order_z a b = Datatypes.Eq -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; intros H; try discriminate; [reflexivity|].
  apply on_eq in H as [H1 H2]. apply Z.compare_eq in H1. f_equal; auto.
Qed.

Lemma order_eq f : forall g, order f g = Datatypes.Eq -> f = g.
Proof.
  induction f; intros [] H; simpl in H; try discriminate; try reflexivity;
    repeat match goal with
    | H : on _ _ = Datatypes.Eq |- _ => apply on_eq in H as [? ?]
    | H : Z.compare _ _ = Datatypes.Eq |- _ => apply Z.compare_eq in H; subst
    | H : Pos.compare _ _ = Datatypes.Eq |- _ => apply Pos.compare_eq in H; subst
    | H : Nat.compare _ _ = Datatypes.Eq |- _ => apply PeanoNat.Nat.compare_eq in H; subst
    | H : order_z _ _ = Datatypes.Eq |- _ => apply order_z_eq in H; subst
    end; try (f_equal; auto); auto.
Qed.

Inductive tree := Empty | Node (l : tree) (f : form) (r : tree).

Fixpoint member (f : form) (t : tree) : bool :=
  match t with
  | Empty => false
  | Node l g r => match order f g with Datatypes.Eq => true | Lt => member f l | Gt => member f r end
  end.

Fixpoint add (f : form) (t : tree) : tree :=
  match t with
  | Empty => Node Empty f Empty
  | Node l g r => match order f g with Datatypes.Eq => t | Lt => Node (add f l) g r | Gt => Node l g (add f r) end
  end.

Fixpoint In_tree (f : form) (t : tree) : Prop :=
  match t with Empty => False | Node l g r => In_tree f l \/ f = g \/ In_tree f r end.

Lemma member_in f t : member f t = true -> In_tree f t.
Proof.
  induction t as [|l IHl g r IHr]; simpl; [discriminate|].
  destruct (order f g) eqn:E; intros H; auto. right; left; now apply order_eq.
Qed.

Lemma in_add f g t : In_tree f (add g t) -> f = g \/ In_tree f t.
Proof.
  induction t as [|l IHl h r IHr]; simpl; [tauto|].
  destruct (order g h); simpl; tauto.
Qed.

(** ** Formulas made smaller *)

Definition all_nonneg (a : list Z) := forallb (fun x => 0 <=? x) a.
Definition all_nonpos (a : list Z) := forallb (fun x => x <=? 0) a.
Definition naturals (e : list Z) := Forall (fun x => 0 <= x) e.

Lemma dot_nonneg a : forall e, naturals e -> all_nonneg a = true -> 0 <= dot a e.
Proof.
  induction a as [|x a IH]; intros [|y e] He Ha; simpl in *; try lia.
  apply Forall_cons_iff in He as [Hy He]. apply andb_prop in Ha as [H H']. apply Z.leb_le in H.
  specialize (IH e He H'). nia.
Qed.

Lemma dot_nonpos a : forall e, naturals e -> all_nonpos a = true -> dot a e <= 0.
Proof.
  induction a as [|x a IH]; intros [|y e] He Ha; simpl in *; try lia.
  apply Forall_cons_iff in He as [Hy He]. apply andb_prop in Ha as [H H']. apply Z.leb_le in H.
  specialize (IH e He H'). nia.
Qed.

Definition le_form (a : list Z) (c : Z) : form :=
  if (0 <? c) && all_nonneg a then Fls else if (c <=? 0) && all_nonpos a then Tru else Le a c.

Definition eq_form (a : list Z) (c : Z) : form :=
  if ((0 <? c) && all_nonneg a) || ((c <? 0) && all_nonpos a) then Fls else Eq a c.

Definition cong_form (a : list Z) (c : Z) (m : positive) : form :=
  match m with xH => Tru | _ => Cong a (c mod Z.pos m) m end.

Definition negate (f : form) : form :=
  match f with Tru => Fls | Fls => Tru | Not f => Not (Not f) | f => Not f end.

Fixpoint insert (f : form) (l : list form) : list form :=
  match l with
  | [] => [f]
  | g :: r => match order f g with Datatypes.Eq => l | Lt => f :: l | Gt => g :: insert f r end
  end.

(** Parts of a conjunction, or none if one of them never holds. *)
Fixpoint ands (f : form) (l : list form) : option (list form) :=
  match f with
  | Tru => Some l
  | Fls => None
  | And f g => match ands f l with Some l => ands g l | None => None end
  | f => Some (insert f l)
  end.

Fixpoint ors (f : form) (l : list form) : option (list form) :=
  match f with
  | Fls => Some l
  | Tru => None
  | Or f g => match ors f l with Some l => ors g l | None => None end
  | f => Some (insert f l)
  end.

Fixpoint joined (nothing : form) (join : form -> form -> form) (l : list form) : form :=
  match l with [] => nothing | [f] => f | f :: r => join f (joined nothing join r) end.

Definition meet (f g : form) : form :=
  match ands f [] with
  | None => Fls
  | Some l => match ands g l with None => Fls | Some l => joined Tru And l end
  end.

Definition join_with (f g : form) : form :=
  match ors f [] with
  | None => Tru
  | Some l => match ors g l with None => Tru | Some l => joined Fls Or l end
  end.

Definition exist (n : nat) (f : form) : form :=
  match f with Tru => Tru | Fls => Fls | f => Ex n f end.

Definition All (l : list form) (e : list Z) := Forall (fun f => holds f e) l.
Definition Any (l : list form) (e : list Z) := Exists (fun f => holds f e) l.

Lemma le_form_holds a c e : naturals e -> (holds (le_form a c) e <-> holds (Le a c) e).
Proof.
  intros He; unfold le_form. destruct ((0 <? c) && all_nonneg a) eqn:E.
  - apply andb_prop in E as [H H']. apply Z.ltb_lt in H. pose proof (dot_nonneg a e He H'). simpl; lia.
  - destruct ((c <=? 0) && all_nonpos a) eqn:E'; [|tauto].
    apply andb_prop in E' as [H H']. apply Z.leb_le in H. pose proof (dot_nonpos a e He H'). simpl; lia.
Qed.

Lemma eq_form_holds a c e : naturals e -> (holds (eq_form a c) e <-> holds (Eq a c) e).
Proof.
  intros He; unfold eq_form. destruct (((0 <? c) && all_nonneg a) || ((c <? 0) && all_nonpos a)) eqn:E; [|tauto].
  apply orb_prop in E as [E|E]; apply andb_prop in E as [H H']; apply Z.ltb_lt in H.
  - pose proof (dot_nonneg a e He H'). simpl; lia.
  - pose proof (dot_nonpos a e He H'). simpl; lia.
Qed.

Lemma cong_holds a c m e : holds (cong_form a c m) e <-> holds (Cong a c m) e.
Proof.
  unfold cong_form; destruct m; simpl holds; try (now rewrite Z.add_mod_idemp_r by lia).
  rewrite Z.mod_1_r; tauto.
Qed.

Lemma negate_holds f e : holds (negate f) e <-> ~ holds f e.
Proof. destruct f; simpl; tauto. Qed.

Lemma insert_all f l e : All (insert f l) e <-> holds f e /\ All l e.
Proof.
  unfold All; induction l as [|g r IH]; simpl.
  - rewrite Forall_cons_iff; intuition.
  - destruct (order f g) eqn:E; rewrite ?Forall_cons_iff, ?IH; [|tauto|tauto].
    apply order_eq in E; subst; tauto.
Qed.

Lemma insert_any f l e : Any (insert f l) e <-> holds f e \/ Any l e.
Proof.
  unfold Any; induction l as [|g r IH]; simpl.
  - rewrite Exists_cons; tauto.
  - destruct (order f g) eqn:E; rewrite ?Exists_cons, ?IH; [|tauto|tauto].
    apply order_eq in E; subst; tauto.
Qed.

Lemma ands_holds f : forall l e,
  (holds f e /\ All l e) <-> match ands f l with Some r => All r e | None => False end.
Proof.
  induction f; intros l e; simpl ands; try (rewrite insert_all; tauto); simpl holds; try tauto.
  specialize (IHf1 l e). destruct (ands f1 l) as [r|]; [|tauto].
  specialize (IHf2 r e). tauto.
Qed.

Lemma ors_holds f : forall l e,
  (holds f e \/ Any l e) <-> match ors f l with Some r => Any r e | None => True end.
Proof.
  induction f; intros l e; simpl ors; try (rewrite insert_any; tauto); simpl holds; try tauto.
  specialize (IHf1 l e). destruct (ors f1 l) as [r|]; [|tauto].
  specialize (IHf2 r e). tauto.
Qed.

Lemma joined_and l e : holds (joined Tru And l) e <-> All l e.
Proof.
  unfold All; induction l as [|f [|g r] IH]; simpl in *; rewrite ?Forall_cons_iff in *; [|tauto|tauto].
  split; [constructor|trivial].
Qed.

Lemma joined_or l e : holds (joined Fls Or l) e <-> Any l e.
Proof.
  unfold Any; induction l as [|f [|g r] IH]; simpl in *; rewrite ?Exists_cons, ?Exists_nil in *; tauto.
Qed.

Lemma meet_holds f g e : holds (meet f g) e <-> holds f e /\ holds g e.
Proof.
  unfold meet. pose proof (ands_holds f [] e) as A.
  assert (All [] e) as N by constructor.
  destruct (ands f []) as [l|]; [|simpl; tauto].
  pose proof (ands_holds g l e) as B. destruct (ands g l) as [r|]; [|simpl; tauto].
  rewrite joined_and; tauto.
Qed.

Lemma join_with_holds f g e : holds (join_with f g) e <-> holds f e \/ holds g e.
Proof.
  unfold join_with. pose proof (ors_holds f [] e) as A.
  assert (~ Any [] e) as N by (unfold Any; rewrite Exists_nil; tauto).
  destruct (ors f []) as [l|]; [|simpl; tauto].
  pose proof (ors_holds g l e) as B. destruct (ors g l) as [r|]; [|simpl; tauto].
  rewrite joined_or; tauto.
Qed.

Lemma exs_iff n : forall p q e, naturals e -> (forall e, naturals e -> (p e <-> q e)) -> (exs n p e <-> exs n q e).
Proof.
  induction n as [|n IH]; intros p q e He H; simpl; [now apply H|].
  split; intros [x [Hx Hp]]; exists x; (split; [exact Hx|]);
    (eapply IH; [now constructor| |exact Hp]); intros; [symmetry|]; auto.
Qed.

Lemma exist_holds n f e : naturals e -> (holds (exist n f) e <-> holds (Ex n f) e).
Proof.
  intros He; destruct f; simpl exist; try tauto; simpl holds.
  - split; [intros _|trivial]. revert e He; induction n as [|n IH]; intros e He; simpl; [trivial|].
    exists 0; split; [lia|]. apply IH. constructor; [lia|exact He].
  - split; [tauto|]. revert e He; induction n as [|n IH]; intros e He; simpl; [trivial|].
    intros [x [Hx H]]. apply (IH (x :: e)); [now constructor|exact H].
Qed.

(** ** What is left of a formula behind the lowest digits *)

Definition digit (b : bool) : Z := if b then 1 else 0.
Definition digits (bs : list bool) : list Z := map digit bs.
Definition put (e : list Z) (bs : list bool) : list Z := map (fun p => 2 * fst p + digit (snd p)) (combine e bs).

(** All rows of so many digits in front of others. *)
Fixpoint rows (n : nat) (bs : list bool) : list (list bool) :=
  match n with O => [bs] | S n => rows n (false :: bs) ++ rows n (true :: bs) end.

Fixpoint rest (f : form) (bs : list bool) {struct f} : form :=
  match f with
  | Tru => Tru
  | Fls => Fls
  | Le a c => le_form a ((dot a (digits bs) + c + 1) / 2)
  | Eq a c => let s := dot a (digits bs) + c in if Z.even s then eq_form a (s / 2) else Fls
  | Cong a c m =>
      let s := dot a (digits bs) + c in
      match m with
      | xH => Tru
      | xO m => if Z.even s then cong_form a (s / 2) m else Fls
      | xI k => cong_form a (s * (Z.pos k + 1)) m
      end
  | Xor i j k => if Bool.eqb (xorb (nth i bs false) (nth j bs false)) (nth k bs false) then Xor i j k else Fls
  | Pow i => if nth i bs false then eq_form (repeat 0 i ++ [1]) 0 else Pow i
  | Not f => negate (rest f bs)
  | And f g => match rest f bs with Fls => Fls | f => meet f (rest g bs) end
  | Or f g => match rest f bs with Tru => Tru | f => join_with f (rest g bs) end
  | Ex n f => exist n (fold_right (fun bs g => join_with (rest f bs) g) Fls (rows n bs))
  end.

Lemma dot_unit i : forall e, dot (repeat 0 i ++ [1]) e = nth i e 0.
Proof.
  induction i as [|i IH]; intros [|x e]; try reflexivity; cbn [repeat app dot nth].
  - destruct e; lia.
  - rewrite IH. lia.
Qed.

Lemma dot_put a : forall e bs, length e = length bs -> dot a (put e bs) = 2 * dot a e + dot a (digits bs).
Proof.
  induction a as [|x a IH]; intros [|y e] [|b bs] H; try discriminate; try reflexivity.
  change (put (y :: e) (b :: bs)) with ((2 * y + digit b) :: put e bs).
  change (digits (b :: bs)) with (digit b :: digits bs). cbn [dot].
  injection H as H. rewrite (IH e bs H). ring.
Qed.

Lemma nth_put i : forall e bs, length e = length bs -> nth i (put e bs) 0 = 2 * nth i e 0 + digit (nth i bs false).
Proof.
  induction i as [|i IH]; intros [|y e] [|b bs] H; try discriminate; try reflexivity.
  injection H as H. apply (IH e bs H).
Qed.

Lemma naturals_put e : forall bs, naturals e -> naturals (put e bs).
Proof.
  induction e as [|x e IH]; intros [|b bs] H; try constructor; apply Forall_cons_iff in H as [Hx He].
  - cbn [fst snd]; destruct b; unfold digit; lia.
  - now apply IH.
Qed.

Lemma lxor_put x y z b c d :
  Z.lxor (2 * x + digit b) (2 * y + digit c) = 2 * z + digit d <-> Z.lxor x y = z /\ xorb b c = d.
Proof.
  change digit with Z.b2z. split.
  - intros H. split.
    + apply Z.bits_inj'; intros n Hn. rewrite Z.lxor_spec.
      assert (Z.testbit (Z.lxor (2 * x + Z.b2z b) (2 * y + Z.b2z c)) (Z.succ n) = Z.testbit (2 * z + Z.b2z d) (Z.succ n)) as E by now rewrite H.
      rewrite Z.lxor_spec, !Z.testbit_succ_r in E by lia. exact E.
    + assert (Z.testbit (Z.lxor (2 * x + Z.b2z b) (2 * y + Z.b2z c)) 0 = Z.testbit (2 * z + Z.b2z d) 0) as E by now rewrite H.
      rewrite Z.lxor_spec, !Z.testbit_0_r in E. exact E.
  - intros [<- <-]. apply Z.bits_inj'; intros n Hn. rewrite Z.lxor_spec.
    destruct (Z.eq_dec n 0) as [->|Hz].
    + now rewrite !Z.testbit_0_r.
    + replace n with (Z.succ (n - 1)) by lia. rewrite !Z.testbit_succ_r by lia. now rewrite Z.lxor_spec.
Qed.

Lemma join_with_fold (g : list bool -> form) l e :
  holds (fold_right (fun bs f => join_with (g bs) f) Fls l) e <-> Exists (fun bs => holds (g bs) e) l.
Proof.
  induction l as [|b l IH]; simpl; [rewrite Exists_nil; tauto|].
  now rewrite join_with_holds, Exists_cons, IH.
Qed.

Lemma natural_digit x : 0 <= x -> exists y b, 0 <= y /\ x = 2 * y + digit b.
Proof.
  intros H; exists (x / 2), (Z.odd x). split; [apply Z.div_pos; lia|].
  rewrite (Z.div_mod x 2) at 1 by lia. f_equal. rewrite Zmod_odd. now destruct (Z.odd x).
Qed.

(** Numbers that exist are a digit behind numbers that exist. *)
Lemma exs_put n : forall p e bs, length e = length bs ->
  (exs n p (put e bs) <-> Exists (fun bs' => exs n (fun e' => p (put e' bs')) e) (rows n bs)).
Proof.
  induction n as [|n IH]; intros p e bs H; simpl.
  - rewrite Exists_cons, Exists_nil. tauto.
  - rewrite Exists_app.
    assert (forall b, Exists (fun bs' => exists x, 0 <= x /\ exs n (fun e' => p (put e' bs')) (x :: e)) (rows n (b :: bs))
                   <-> exists x, 0 <= x /\ exs n p (put (x :: e) (b :: bs))) as A.
    { intros b; rewrite Exists_exists. split.
      - intros [r [Hr [x [Hx HE]]]]; exists x; split; [exact Hx|].
        apply IH; [simpl; congruence|]. apply Exists_exists; eauto.
      - intros [x [Hx HE]]. apply IH in HE; [|simpl; congruence].
        apply Exists_exists in HE as [r [Hr HE]]. eauto. }
    rewrite !A. split.
    + intros [x [Hx HE]]. destruct (natural_digit x Hx) as [y [b [Hy ->]]].
      destruct b; [right|left]; exists y; auto.
    + intros [[x [Hx HE]]|[x [Hx HE]]]; [exists (2 * x + digit false)|exists (2 * x + digit true)];
        (split; [unfold digit; lia|exact HE]).
Qed.

Lemma rows_length n : forall bs r, In r (rows n bs) -> (length r = n + length bs)%nat.
Proof.
  induction n as [|n IH]; intros bs r; simpl.
  - intros [<-|[]]; reflexivity.
  - rewrite in_app_iff; intros [H|H]; apply IH in H; simpl in H; lia.
Qed.

Lemma exs_iff_length n : forall p q e, naturals e ->
  (forall e', naturals e' -> length e' = (n + length e)%nat -> (p e' <-> q e')) -> (exs n p e <-> exs n q e).
Proof.
  induction n as [|n IH]; intros p q e He H; simpl; [now apply H|].
  assert (forall x, 0 <= x -> (exs n p (x :: e) <-> exs n q (x :: e))) as A.
  { intros x Hx; apply IH; [now constructor|]. intros e' H1 H2; apply H; [exact H1|]. simpl in H2; lia. }
  split; intros [x [Hx HE]]; exists x; (split; [exact Hx|]); now apply A.
Qed.

Theorem rest_holds f : forall e bs, naturals e -> length e = length bs ->
  (holds (rest f bs) e <-> holds f (put e bs)).
Proof.
  induction f; intros e bs He Hl; simpl rest.
  - simpl; tauto.
  - simpl; tauto.
  - rewrite le_form_holds by exact He. simpl. rewrite dot_put by exact Hl.
    set (s := dot a (digits bs)). pose proof (Z.div_mod (s + c + 1) 2 ltac:(lia)).
    pose proof (Z.mod_pos_bound (s + c + 1) 2 ltac:(lia)). lia.
  - destruct (Z.even (dot a (digits bs) + c)) eqn:E.
    + rewrite eq_form_holds by exact He. simpl. rewrite dot_put by exact Hl.
      apply Zeven_bool_iff, Zeven_ex in E as [t E]. rewrite E. rewrite Z.mul_comm, Z.div_mul by lia. lia.
    + simpl. rewrite dot_put by exact Hl. split; [tauto|]. intros H.
      assert (dot a (digits bs) + c = 2 * (- dot a e)) as E' by lia. rewrite E', Z.even_mul in E. discriminate.
  - simpl holds at 2. rewrite dot_put by exact Hl. set (s := dot a (digits bs)) in *.
    destruct m as [k|k|].
    + rewrite cong_holds. simpl holds. set (X := dot a e) in *.
      assert (Z.pos k~1 = 2 * Z.pos k + 1) as M by lia.
      rewrite !Z.mod_divide by lia. split.
      * intros [t Ht]. exists (2 * t - (s + c)). nia.
      * intros [t Ht]. exists (t * (Z.pos k + 1) - X). nia.
    + destruct (Z.even (s + c)) eqn:E.
      * rewrite cong_holds. simpl holds. set (X := dot a e) in *.
        apply Zeven_bool_iff, Zeven_ex in E as [t E]. rewrite E. rewrite (Z.mul_comm 2 t), Z.div_mul by lia.
        assert (Z.pos k~0 = 2 * Z.pos k) as M by lia.
        rewrite !Z.mod_divide by lia. split; intros [u Hu]; exists u; nia.
      * cbn [holds]. split; [tauto|]. intros H. apply Z.mod_divide in H; [|lia]. destruct H as [t Ht].
        rewrite Pos2Z.inj_xO in Ht. assert (s + c = 2 * (t * Z.pos k - dot a e)) as E' by lia. rewrite E', Z.even_mul in E. discriminate.
    + simpl. rewrite Z.mod_1_r. tauto.
  - simpl holds at 2. rewrite !nth_put by exact Hl. rewrite lxor_put.
    destruct (Bool.eqb _ _) eqn:E; simpl.
    + apply eqb_prop in E. tauto.
    + apply eqb_false_iff in E. tauto.
  - destruct (nth i bs false) eqn:E.
    + rewrite eq_form_holds by exact He. cbn [holds]. rewrite dot_unit, nth_put, E by exact Hl. unfold digit. split.
      * intros H. exists 0. split; [lia|]. change (2 ^ 0) with 1. lia.
      * intros [k [Hk H]]. destruct (Z.eq_dec k 0) as [->|Hz]; [change (2 ^ 0) with 1 in H; lia|].
        replace k with (Z.succ (k - 1)) in H by lia. rewrite Z.pow_succ_r in H by lia. lia.
    + cbn [holds]. rewrite nth_put, E by exact Hl. unfold digit. split; intros [k [Hk H]].
      * exists (Z.succ k). rewrite Z.pow_succ_r by lia. lia.
      * destruct (Z.eq_dec k 0) as [->|Hz]; [change (2 ^ 0) with 1 in H; lia|].
        exists (k - 1). replace k with (Z.succ (k - 1)) in H by lia. rewrite Z.pow_succ_r in H by lia. lia.
  - rewrite negate_holds, IHf by assumption. simpl; tauto.
  - specialize (IHf1 e bs He Hl). specialize (IHf2 e bs He Hl).
    destruct (rest f1 bs); rewrite ?meet_holds; simpl in *; tauto.
  - specialize (IHf1 e bs He Hl). specialize (IHf2 e bs He Hl).
    destruct (rest f1 bs); rewrite ?join_with_holds; simpl in *; tauto.
  - rewrite exist_holds by exact He. simpl holds.
    rewrite exs_put by exact Hl.
    transitivity (exs n (fun e => Exists (fun bs0 => holds (rest f bs0) e) (rows n bs)) e).
    { apply exs_iff; [exact He|]. intros e' _. apply join_with_fold. }
    assert (forall l e, exs n (fun e => Exists (fun bs0 => holds (rest f bs0) e) l) e
       <-> Exists (fun bs0 => exs n (fun e => holds (rest f bs0) e) e) l) as A.
    { clear. intros l; induction n as [|n IH]; intros e; simpl; [tauto|].
      split.
      - intros [x [Hx H]]. apply IH in H. rewrite Exists_exists in *. destruct H as [r [Hr H]]. eauto.
      - intros H. rewrite Exists_exists in H. destruct H as [r [Hr [x [Hx H]]]]. exists x; split; [exact Hx|].
        apply IH. rewrite Exists_exists. eauto. }
    rewrite A, !Exists_exists. split; intros [r [Hr H]]; exists r; (split; [exact Hr|]);
      apply rows_length in Hr as HL;
      (eapply exs_iff_length; [exact He| |exact H]); intros e' He' Hl'; [symmetry|]; apply IHf; auto; lia.
Qed.
(** ** All that is ever left *)

Lemma and_iff_compat (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A /\ B <-> C /\ D). Proof. tauto. Qed.
Lemma or_iff_compat (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A \/ B <-> C \/ D). Proof. tauto. Qed.
Lemma not_iff_compat (A B : Prop) : (A <-> B) -> (~ A <-> ~ B). Proof. tauto. Qed.

Section Explore.
  Variable words : list (list bool).

  Definition keep (ts : list form * tree) (g : form) : list form * tree :=
    if member g (snd ts) then ts else (g :: fst ts, add g (snd ts)).

  (** What is left behind any rows of digits, if it is not too much. *)
  Fixpoint explore (fuel : nat) (todo : list form) (seen : tree) : option tree :=
    match todo, fuel with
    | [], _ => Some seen
    | _, O => None
    | f :: todo, S fuel =>
        let ts := fold_left keep (map (rest f) words) (todo, seen) in explore fuel (fst ts) (snd ts)
    end.

  Lemma add_in f t : In_tree f (add f t).
  Proof.
    induction t as [|l IHl g r IHr]; simpl; [tauto|].
    destruct (order f g) eqn:E; simpl; auto. apply order_eq in E; auto.
  Qed.

  Lemma add_mono f g t : In_tree f t -> In_tree f (add g t).
  Proof.
    induction t as [|l IHl h r IHr]; simpl; [tauto|].
    destruct (order g h); simpl; tauto.
  Qed.

  Lemma keep_fold l : forall todo seen,
    let ts := fold_left keep l (todo, seen) in
    (forall g, In g l -> In_tree g (snd ts)) /\
    (forall g, In_tree g seen -> In_tree g (snd ts)) /\
    (forall g, In g todo -> In g (fst ts)) /\
    (forall g, In_tree g (snd ts) -> In_tree g seen \/ (In g (fst ts) /\ In g l)).
  Proof.
    induction l as [|h l IH]; intros todo seen; simpl; [intuition|].
    change (keep (todo, seen) h) with (if member h seen then (todo, seen) else (h :: todo, add h seen)).
    destruct (member h seen) eqn:E.
    - apply member_in in E. destruct (IH todo seen) as [A [B [C D]]]. split; [|split; [|split]].
      + intros g [<-|H]; auto.
      + exact B.
      + exact C.
      + intros g H; apply D in H as [H|[H H']]; auto.
    - destruct (IH (h :: todo) (add h seen)) as [A [B [C D]]]. split; [|split; [|split]].
      + intros g [<-|H]; auto. apply B, add_in.
      + intros g H; apply B, add_mono, H.
      + intros g H; apply C; now right.
      + intros g H; apply D in H as [H|[H H']]; auto. apply in_add in H as [->|H]; auto.
        right; split; auto. apply C; now left.
  Qed.

  Variable Q : form -> Prop.
  Hypothesis onwards : forall f w, Q f -> In w words -> Q (rest f w).

  Lemma explore_closed fuel : forall todo seen R,
    explore fuel todo seen = Some R ->
    (forall f, In_tree f seen -> Q f) -> (forall f, In f todo -> Q f) ->
    (forall f, In_tree f seen -> In f todo \/ forall w, In w words -> In_tree (rest f w) seen) ->
    (forall f, In_tree f R -> Q f) /\
    (forall f, In_tree f seen -> In_tree f R) /\
    (forall f w, In_tree f R -> In w words -> In_tree (rest f w) R).
  Proof.
    induction fuel as [|fuel IH]; intros [|f todo] seen R H HQ HT HC; simpl in H; try discriminate.
    1, 2: injection H as <-; repeat split; auto; intros f w Hf Hw; destruct (HC f Hf) as [[]|A]; auto.
    destruct (keep_fold (map (rest f) words) todo seen) as [A [B [C D]]].
    set (ts := fold_left keep (map (rest f) words) (todo, seen)) in *.
    assert (forall g, In g (map (rest f) words) -> Q g) as QN.
    { intros g Hg; apply in_map_iff in Hg as [w [<- Hw]]. apply onwards; auto. apply HT; now left. }
    assert (forall l todo seen g, In g (fst (fold_left keep l (todo, seen))) -> In g todo \/ In g l) as F.
    { clear. induction l as [|h l IH]; intros todo seen g H; simpl in *; [now left|].
      change (keep (todo, seen) h) with (if member h seen then (todo, seen) else (h :: todo, add h seen)) in H.
      destruct (member h seen); apply IH in H as [H|H]; auto.
      destruct H as [<-|H]; auto. }
    apply IH in H.
    - destruct H as [H1 [H2 H3]]. repeat split; auto.
    - intros g Hg; apply D in Hg as [Hg|[_ Hg]]; auto.
    - intros g Hg; apply F in Hg as [Hg|Hg]; auto. apply HT; now right.
    - intros g Hg. apply D in Hg as [Hg|[Hg _]]; [|now left].
      destruct (HC g Hg) as [[<-|Hin]|Hall].
      + right; intros w Hw; apply A, in_map, Hw.
      + left; now apply C.
      + right; intros w Hw; apply B, Hall, Hw.
  Qed.
End Explore.

Definition zeros (k : nat) : list Z := repeat 0 k.

Fixpoint total (e : list Z) : Z := match e with x :: e => x + total e | [] => 0 end.

Lemma total_nonneg e : naturals e -> 0 <= total e.
Proof. induction 1; simpl; lia. Qed.

Lemma total_zero e : naturals e -> total e = 0 -> e = zeros (length e).
Proof.
  induction 1 as [|x e Hx He IH]; simpl; intros H; [reflexivity|].
  pose proof (total_nonneg e He). unfold zeros; simpl; f_equal; [lia|apply IH; lia].
Qed.

(** Halves of numbers, and their lowest digits. *)
Lemma halved e : naturals e -> exists e' bs, length e' = length e /\ length bs = length e /\ naturals e' /\ e = put e' bs /\
  (total e <> 0 -> total e' < total e) /\ total e' <= total e.
Proof.
  induction 1 as [|x e Hx He [e' [bs [L1 [L2 [N [-> [T T']]]]]]]].
  - exists [], []; repeat split; try constructor; simpl; lia.
  - destruct (natural_digit x Hx) as [y [b [Hy ->]]].
    exists (y :: e'), (b :: bs).
    pose proof (total_nonneg e' N) as P1. pose proof (total_nonneg _ He) as P2.
    assert (0 <= digit b) as P3 by (destruct b; unfold digit; simpl; lia).
    cbn [total length]. repeat split; try congruence; try (now constructor); try reflexivity; try lia.
Qed.

Lemma put_app a : forall b c d, length a = length c -> put (a ++ b) (c ++ d) = put a c ++ put b d.
Proof.
  induction a as [|x a IH]; intros b [|y c] d H; try discriminate; [reflexivity|].
  injection H as H. simpl. unfold put in *; simpl. f_equal. now apply IH.
Qed.

Lemma put_zeros k : put (zeros k) (repeat false k) = zeros k.
Proof. induction k as [|k IH]; [reflexivity|]. unfold zeros, put in *; simpl. f_equal; exact IH. Qed.

Lemma rows_in n : forall bs r, In r (rows n bs) <-> exists ds, length ds = n /\ r = ds ++ bs.
Proof.
  induction n as [|n IH]; intros bs r; simpl.
  - split.
    + intros [<-|[]]; exists []; auto.
    + intros [[|] [H ->]]; [now left|discriminate].
  - rewrite in_app_iff, !IH. split.
    + intros [[ds [H ->]]|[ds [H ->]]]; [exists (ds ++ [false])|exists (ds ++ [true])];
        (split; [rewrite app_length; simpl; lia|now rewrite <- app_assoc]).
    + intros [ds [H ->]]. destruct (@exists_last _ ds) as [ds' [b ->]]; [now intros ->|].
      rewrite app_length in H; simpl in H. rewrite <- app_assoc; simpl.
      destruct b; [right|left]; exists ds'; (split; [lia|reflexivity]).
Qed.

Lemma exs_list n : forall p e, exs n p e <-> exists ns, length ns = n /\ naturals ns /\ p (ns ++ e).
Proof.
  induction n as [|n IH]; intros p e; simpl.
  - split.
    + intros H; exists []; repeat split; [constructor|exact H].
    + intros [[|] [H [_ HP]]]; [exact HP|discriminate].
  - split.
    + intros [x [Hx H]]. apply IH in H as [ns [L [N H]]]. exists (ns ++ [x]).
      rewrite app_length, <- app_assoc; simpl. repeat split; [lia| |exact H].
      apply Forall_app; split; [exact N|now constructor].
    + intros [ns [L [N H]]]. destruct (@exists_last _ ns) as [ns' [x ->]]; [now intros ->|].
      rewrite app_length in L; simpl in L. apply Forall_app in N as [N Nx]. apply Forall_cons_iff in Nx as [Nx _].
      rewrite <- app_assoc in H; simpl in H. exists x; split; [exact Nx|]. apply IH. exists ns'; repeat split; [lia|exact N|exact H].
Qed.

(** What is left in the end decides. *)
Lemma run words (R : tree) (E : list Z -> Prop) n b :
  (forall f w, In_tree f R -> In w words -> In_tree (rest f w) R) ->
  (forall f, In_tree f R -> (holds f (zeros n) <-> b)) ->
  (forall e, E e -> naturals e /\ length e = n) ->
  (forall e e' bs, E e -> length e' = n -> length bs = n -> naturals e' -> e = put e' bs -> E e' /\ In bs words) ->
  forall e f, E e -> In_tree f R -> (holds f e <-> b).
Proof.
  intros HR HZ HE HS.
  assert (forall t e f, total e = t -> E e -> In_tree f R -> (holds f e <-> b)) as A; [|intros; eapply A; eauto].
  intros t. destruct (Z_lt_le_dec t 0) as [Ht|Ht].
  { intros e f Hte He. destruct (HE e He) as [N _]. pose proof (total_nonneg e N). lia. }
  pattern t; apply Zlt_0_ind; [|exact Ht]. clear t Ht. intros t IH Ht e f Hte He Hf.
  destruct (HE e He) as [N L].
  destruct (Z.eq_dec t 0) as [->|Hz].
  - rewrite (total_zero e N Hte), L. now apply HZ.
  - destruct (halved e N) as [e' [bs [L1 [L2 [N' [Hp [T _]]]]]]].
    assert (length e' = n) as L1' by congruence. assert (length bs = n) as L2' by congruence.
    destruct (HS e e' bs He L1' L2' N' Hp) as [HE' Hbs].
    rewrite Hp. rewrite <- rest_holds by (auto; congruence).
    apply (IH (total e')); auto. pose proof (total_nonneg e' N'). lia.
Qed.

Section Decide.
Variable fuel : nat.

Fixpoint any (z : form -> option bool) (t : tree) : option bool :=
  match t with
  | Empty => Some false
  | Node l f r =>
      match z f with
      | Some true => Some true
      | own => match any z l with
               | Some true => Some true
               | lower => match any z r, lower, own with
                         | Some true, _, _ => Some true
                         | Some false, Some false, Some false => Some false
                         | _, _, _ => None
                         end
               end
      end
  end.

(** Whether a formula holds where all numbers are 0. *)
Fixpoint zero (depth : nat) (k : nat) (f : form) {struct depth} : option bool :=
  match depth with
  | O => None
  | S depth =>
    match f with
    | Tru => Some true
    | Fls => Some false
    | Le _ c => Some (c <=? 0)
    | Eq _ c => Some (c =? 0)
    | Cong _ c m => Some (c mod Z.pos m =? 0)
    | Xor _ _ _ => Some true
    | Pow _ => Some false
    | Not f => option_map negb (zero depth k f)
    | And f g => match zero depth k f, zero depth k g with
                 | Some a, Some b => Some (a && b) | _, _ => None end
    | Or f g => match zero depth k f, zero depth k g with
                | Some a, Some b => Some (a || b) | _, _ => None end
    | Ex n f =>
        match explore (rows n (repeat false k)) fuel [f] (add f Empty) with
        | None => None
        | Some R => any (zero depth (n + k)) R
        end
    end
  end.

Lemma any_true z t : any z t = Some true -> exists f, In_tree f t /\ z f = Some true.
Proof.
  induction t as [|l IHl f r IHr]; simpl; [discriminate|].
  destruct (z f) as [[]|] eqn:E; [intros _; exists f; auto| |];
  (destruct (any z l) as [[]|]; [intros _; destruct (IHl eq_refl) as [g [? ?]]; exists g; auto| |];
   destruct (any z r) as [[]|]; try discriminate; intros _; destruct (IHr eq_refl) as [g [? ?]]; exists g; auto).
Qed.

Lemma any_false z t : any z t = Some false -> forall f, In_tree f t -> z f = Some false.
Proof.
  induction t as [|l IHl f r IHr]; simpl; [tauto|].
  destruct (z f) as [[]|] eqn:E; [discriminate| |];
  (destruct (any z l) as [[]|] eqn:EL; [discriminate| |]; destruct (any z r) as [[]|] eqn:ER; try discriminate).
  intros _ g [H|[->|H]]; auto.
Qed.

Lemma dot_zeros a : forall k, dot a (zeros k) = 0.
Proof. induction a as [|x a IH]; intros [|k]; simpl; try reflexivity. unfold zeros in *. rewrite IH. lia. Qed.

Lemma nth_zeros i : forall k, nth i (zeros k) 0 = 0.
Proof. induction i as [|i IH]; intros [|k]; simpl; try reflexivity. apply IH. Qed.

Lemma naturals_zeros k : naturals (zeros k).
Proof. induction k; constructor; [lia|assumption]. Qed.

Lemma zeros_app n k : zeros (n + k) = zeros n ++ zeros k.
Proof. unfold zeros. apply repeat_app. Qed.

Lemma split_at {A} n k (l : list A) : length l = (n + k)%nat -> exists a b, l = a ++ b /\ length a = n /\ length b = k.
Proof.
  intros H; exists (firstn n l), (skipn n l). rewrite firstn_skipn, firstn_length, skipn_length. repeat split; lia.
Qed.

Lemma split_same {A} (a : list A) : forall b c d, a ++ b = c ++ d -> length c = length a -> a = c /\ b = d.
Proof.
  induction a as [|x a IH]; intros b [|y c] d H L; try discriminate; [auto|].
  injection H as -> H. injection L as L. destruct (IH b c d H L) as [-> ->]; auto.
Qed.

Lemma put_is_zeros k : forall e bs, length e = k -> length bs = k -> naturals e -> put e bs = zeros k ->
  e = zeros k /\ bs = repeat false k.
Proof.
  induction k as [|k IH]; intros [|x e] [|b bs] L1 L2 N H; try discriminate; [auto|].
  change (put (x :: e) (b :: bs)) with ((2 * x + digit b) :: put e bs) in H. change (zeros (S k)) with (0 :: zeros k) in *.
  assert (Hx := f_equal (hd 0) H). apply (f_equal (@tl Z)) in H. cbn [hd tl] in Hx, H.
  injection L1 as L1. injection L2 as L2. apply Forall_cons_iff in N as [Nx N].
  destruct (IH e bs L1 L2 N H) as [-> ->].
  unfold digit in Hx; destruct b; [exfalso; lia|].
  assert (x = 0) as -> by lia. split; reflexivity.
Qed.

Theorem zero_holds depth : forall k f b, zero depth k f = Some b -> (holds f (zeros k) <-> b = true).
Proof.
  induction depth as [|depth IH]; [discriminate|].
  intros k F b H; destruct F as [| |a c|a c|a c m|i j l|i|f|f g|f g|n f]; cbn [zero] in H.
  - injection H as <-; simpl; tauto.
  - injection H as <-; simpl; intuition discriminate.
  - injection H as <-. cbn [holds]. rewrite dot_zeros, Z.leb_le. simpl; lia.
  - injection H as <-. cbn [holds]. rewrite dot_zeros, Z.eqb_eq. simpl; lia.
  - injection H as <-. cbn [holds]. rewrite dot_zeros, Z.eqb_eq. simpl; tauto.
  - injection H as <-. cbn [holds]. rewrite !nth_zeros. simpl; intuition.
  - injection H as <-. cbn [holds]. rewrite nth_zeros. split; [|discriminate].
    intros [j [Hj H]]. pose proof (Z.pow_pos_nonneg 2 j). lia.
  - destruct (zero depth k f) as [c|] eqn:E; [|discriminate]. apply IH in E. cbn [option_map] in H. injection H as <-. cbn [holds]. rewrite E.
    destruct c; simpl; intuition discriminate.
  - destruct (zero depth k f) as [c|] eqn:E1; [|discriminate]. destruct (zero depth k g) as [d|] eqn:E2; [|discriminate].
    apply IH in E1, E2. injection H as <-. simpl. rewrite E1, E2, andb_true_iff. tauto.
  - destruct (zero depth k f) as [c|] eqn:E1; [|discriminate]. destruct (zero depth k g) as [d|] eqn:E2; [|discriminate].
    apply IH in E1, E2. injection H as <-. simpl. rewrite E1, E2, orb_true_iff. tauto.
  - destruct (explore (rows n (repeat false k)) fuel [f] (add f Empty)) as [R|] eqn:ER; [|discriminate].
    set (Q := fun g => exs n (holds g) (zeros k) -> exs n (holds f) (zeros k)).
    apply (explore_closed _ Q) in ER.
    + destruct ER as [HQ [HS HR]]. cbn [holds]. destruct b.
      * split; [reflexivity|intros _]. apply any_true in H as [g [Hg Hz]]. apply IH in Hz.
        apply (HQ g Hg). apply exs_list. exists (zeros n). unfold zeros at 1; rewrite repeat_length.
        repeat split; [apply naturals_zeros|]. rewrite <- zeros_app. now apply Hz.
      * split; [|discriminate]. intros HX; exfalso. apply exs_list in HX as [ns [L [N HX]]].
        assert (holds f (ns ++ zeros k) <-> False) as F; [|tauto].
        apply (run (rows n (repeat false k)) R (fun e => exists ns, length ns = n /\ naturals ns /\ e = ns ++ zeros k) (n + k)).
        -- exact HR.
        -- intros g Hg. pose proof (any_false _ _ H g Hg) as Hz. apply IH in Hz. rewrite Hz. intuition discriminate.
        -- intros e [ms [Lm [Nm ->]]]. split; [apply Forall_app; split; [exact Nm|apply naturals_zeros]|].
           rewrite app_length. unfold zeros; rewrite repeat_length. lia.
        -- intros e e' bs [ms [Lm [Nm Em]]] Le Lb Ne Ep.
           destruct (split_at n k e' ltac:(lia)) as [e1 [e2 [-> [A1 A2]]]].
           destruct (split_at n k bs ltac:(lia)) as [b1 [b2 [-> [B1 B2]]]].
           apply Forall_app in Ne as [N1 N2].
           rewrite Em, put_app in Ep by congruence.
           apply split_same in Ep as [_ Ez]; [|unfold put; rewrite map_length, combine_length; lia].
           destruct (put_is_zeros k e2 b2 A2 B2 N2) as [-> ->]; [now symmetry|].
           split; [exists e1; auto|apply rows_in; exists b1; auto].
        -- exists ns; auto.
        -- apply HS, add_in.
    + intros g w Hg Hw HX. apply Hg. rewrite <- (put_zeros k). apply exs_put; [unfold zeros; now rewrite !repeat_length|].
      apply Exists_exists. exists w; split; [exact Hw|].
      eapply exs_iff_length; [apply naturals_zeros| |exact HX].
      intros e He Hl. symmetry. apply rest_holds; [exact He|].
      apply rows_length in Hw. unfold zeros in Hl. rewrite repeat_length in *. lia.
    + intros g Hg; simpl in Hg. destruct Hg as [[]|[->|[]]]. unfold Q; tauto.
    + intros g [<-|[]]. unfold Q; tauto.
    + intros g Hg; simpl in Hg. destruct Hg as [[]|[->|[]]]. left; now left.
Qed.

Fixpoint all (z : form -> option bool) (t : tree) : bool :=
  match t with
  | Empty => true
  | Node l f r => match z f with Some true => all z l && all z r | _ => false end
  end.

Lemma all_true z t : all z t = true -> forall f, In_tree f t -> z f = Some true.
Proof.
  induction t as [|l IHl f r IHr]; simpl; [tauto|].
  destruct (z f) as [[]|] eqn:E; try discriminate. intros H; apply andb_prop in H as [H1 H2].
  intros g [H|[->|H]]; auto.
Qed.

(** Whether a formula with so many variables holds for all natural numbers. *)
Definition valid (k : nat) (f : form) : bool :=
  match explore (rows k []) fuel [f] (add f Empty) with
  | None => false
  | Some R => all (zero fuel k) R
  end.

Theorem decided k f : valid k f = true -> forall e, length e = k -> naturals e -> holds f e.
Proof.
  unfold valid. destruct (explore (rows k []) fuel [f] (add f Empty)) as [R|] eqn:ER; [|discriminate].
  intros H e L N.
  apply (explore_closed _ (fun _ => True)) in ER; auto.
  - destruct ER as [_ [HS HR]].
    apply (run (rows k []) R (fun e => naturals e /\ length e = k) k True); auto.
    + intros g Hg. pose proof (all_true _ _ H g Hg) as Hz. apply zero_holds in Hz. tauto.
    + intros e0 e' bs _ L1 L2 N' _. repeat split; auto. apply rows_in. exists bs. now rewrite app_nil_r.
    + apply HS, add_in.
  - intros g Hg; simpl in Hg. destruct Hg as [[]|[->|[]]]. left; now left.
Qed.
End Decide.

(** How much may be left; more is not looked at. *)
Definition enough : nat := Nat.pow 2 18.

Lemma same_exists (A B : Z -> Prop) : (forall x, A x <-> B x) -> (exists x, A x) <-> (exists x, B x).
Proof. intros H; split; intros [x Hx]; exists x; now apply H. Qed.

Lemma by_iff (A B : Prop) : (B <-> A) -> A -> B.
Proof. tauto. Qed.

(** That a proposition says what a formula says, connective by connective. *)
Ltac as_written :=
  match goal with
  | |- ?a <-> ?a => reflexivity
  | |- (_ /\ _) <-> (_ /\ _) => apply and_iff_compat; as_written
  | |- (_ \/ _) <-> (_ \/ _) => apply or_iff_compat; as_written
  | |- (~ _) <-> (~ _) => apply not_iff_compat; as_written
  | |- ex _ <-> ex _ => apply same_exists; intro; as_written
  | |- (?a mod ?m = 0) <-> (?b mod ?m = 0) => replace b with a by lia; reflexivity
  | |- _ => lia
  end.

(** Proves a proposition about the natural numbers of a row by deciding its formula. *)
Ltac decide_it f row :=
  let H := fresh in
  assert (valid enough (length row) f = true) as H by (vm_cast_no_check (eq_refl true));
  apply (decided enough _ f) with (e := row) in H; [|reflexivity|unfold naturals; repeat (apply Forall_cons; [assumption|]); apply Forall_nil];
  cbn [holds exs dot nth] in H; revert H;
  apply by_iff; as_written.
