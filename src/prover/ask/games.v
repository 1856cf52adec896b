(** * Games, in which play ends as a row of natural numbers falls in the order of a dictionary *)

(** The P-positions of normal play: each move leads to a position from which some move leads to a P-position. *)
Inductive P {T : Type} (move : T -> T -> Prop) : T -> Prop :=
| P_intro p : (forall q, move p q -> N move q) -> P move p
with N {T : Type} (move : T -> T -> Prop) : T -> Prop :=
| N_intro p q : move p q -> P move q -> N move p.

(** Those of misere play: whoever cannot move wins. *)
Inductive P_misere {T : Type} (move : T -> T -> Prop) : T -> Prop :=
| P_misere_intro p q : move p q -> (forall r, move p r -> N_misere move r) -> P_misere move p
with N_misere {T : Type} (move : T -> T -> Prop) : T -> Prop :=
| N_misere_ends p : (forall q, ~ move p q) -> N_misere move p
| N_misere_intro p q : move p q -> P_misere move q -> N_misere move p.

(** Grundy values: the least number that is not the value of an option. *)
Inductive value {T : Type} (move : T -> T -> Prop) : T -> Z -> Prop :=
| value_intro p v : 0 <= v ->
    (forall q, move p q -> exists w, value move q w /\ w <> v) ->
    (forall w, 0 <= w < v -> exists q, move p q /\ value move q w) -> value move p v.

(** The order of a dictionary, on rows of as many natural numbers. *)
Fixpoint below (a b : list Z) : Prop :=
  match a, b with
  | x :: a, y :: b => (0 <= x < y /\ length a = length b) \/ (x = y /\ below a b)
  | _, _ => False
  end.

Lemma below_length a b : below a b -> length a = length b.
Proof.
  revert b; induction a as [|x a IH]; intros [|y b] H; simpl in *; try tauto.
  destruct H as [[_ H]|[_ H]]; [now f_equal|f_equal; now apply IH].
Qed.

Lemma below_ends : forall n l, length l = n -> Acc below l.
Proof.
  induction n as [|n IH]; intros [|x l] Hl; try discriminate; injection Hl as Hl || clear Hl.
  - constructor; intros [|? ?] []; auto.
  - assert (forall x l, 0 <= x -> length l = n -> Acc below (x :: l)) as Hpos.
    { intros y; intros m Hy; revert m; pattern y; apply Zlt_0_ind; [|exact Hy].
      intros z HI Hz m Hm. specialize (IH m Hm). revert Hm.
      induction IH as [m _ IHm]; intros Hm.
      constructor; intros [|w k] H; [destruct H|].
      destruct H as [[[H1 H2] H3]|[-> H]].
      - apply HI; [lia|congruence].
      - apply IHm; [exact H|]. apply below_length in H; congruence. }
    pose proof (IH l Hl) as HA. revert Hl. induction HA as [m _ IHm]; intros Hm.
    constructor; intros [|w k] H; [destruct H|].
    destruct H as [[[H1 H2] H3]|[-> H]].
    + apply Hpos; [lia|congruence].
    + apply IHm; [exact H|]. apply below_length in H; congruence.
Qed.

Section Game.
  Variables (T : Type) (move : T -> T -> Prop) (domain : T -> Prop) (measure : T -> list Z).
  Hypothesis stays : forall p q, domain p -> move p q -> domain q.
  Hypothesis ends : forall p q, domain p -> move p q -> below (measure q) (measure p).

  Lemma by_play (A : T -> Prop) :
    (forall p, domain p -> (forall q, move p q -> A q) -> A p) -> forall p, domain p -> A p.
  Proof.
    intros H p. remember (measure p) as m eqn:E.
    pose proof (below_ends (length m) m eq_refl) as HA.
    revert p E; induction HA as [m _ IH]; intros p E Hp.
    apply H; [exact Hp|]; intros q Hq. subst m. apply (IH (measure q)); [now apply ends|reflexivity|eapply stays; eauto].
  Qed.

  Section Outcomes.
    Variable S : T -> Prop.
    Hypothesis inside : forall p q, domain p -> S p -> move p q -> ~ S q.

    Theorem P_positions (outside : forall p, domain p -> S p \/ exists q, move p q /\ S q) :
      forall p, domain p -> (P move p <-> S p).
    Proof.
      intros p Hp.
      assert (forall p, domain p -> (P move p <-> S p) /\ (N move p <-> ~ S p)) as H; [|now apply H].
      clear p Hp; apply (by_play (fun p => (P move p <-> S p) /\ (N move p <-> ~ S p))); intros p Hp IH.
      assert (S p -> P move p) as A.
      { intros HS; constructor; intros q Hq. apply (IH q Hq). eapply inside; eauto. }
      assert (~ S p -> N move p) as B.
      { intros HS; destruct (outside p Hp) as [|[q [Hq Hs]]]; [tauto|]. econstructor; [exact Hq|]. now apply (IH q Hq). }
      assert (N move p -> ~ S p) as C.
      { intros HN HS; destruct HN as [p q Hq HP]. apply (IH q Hq) in HP. eapply inside; eauto. }
      assert (P move p -> S p) as D.
      { intros HP; destruct (outside p Hp) as [|[q [Hq Hs]]]; [assumption|].
        destruct HP as [p HP]. specialize (HP q Hq). apply (IH q Hq) in HP. tauto. }
      tauto.
    Qed.

    Theorem P_misere_positions (goes_on : forall p, domain p -> S p -> exists q, move p q)
      (outside : forall p, domain p -> S p \/ (forall q, ~ move p q) \/ exists q, move p q /\ S q) :
      forall p, domain p -> (P_misere move p <-> S p).
    Proof.
      intros p Hp.
      assert (forall p, domain p -> (P_misere move p <-> S p) /\ (N_misere move p <-> ~ S p)) as H; [|now apply H].
      clear p Hp; apply (by_play (fun p => (P_misere move p <-> S p) /\ (N_misere move p <-> ~ S p))); intros p Hp IH.
      assert (S p -> P_misere move p) as A.
      { intros HS; destruct (goes_on p Hp HS) as [r Hr]. econstructor; [exact Hr|].
        intros q Hq. apply (IH q Hq). eapply inside; eauto. }
      assert (~ S p -> N_misere move p) as B.
      { intros HS; destruct (outside p Hp) as [|[HE|[q [Hq Hs]]]]; [tauto|now constructor|].
        eapply N_misere_intro; [exact Hq|]. now apply (IH q Hq). }
      assert (N_misere move p -> ~ S p) as C.
      { intros HN HS; destruct HN as [p HE|p q Hq HP].
        - destruct (goes_on p Hp HS) as [q Hq]. now apply (HE q).
        - apply (IH q Hq) in HP. eapply inside; eauto. }
      assert (P_misere move p -> S p) as D.
      { intros HP; destruct HP as [p r Hr HP]. destruct (outside p Hp) as [|[HE|[q [Hq Hs]]]]; [assumption|now destruct (HE r)|].
        specialize (HP q Hq). apply (IH q Hq) in HP. tauto. }
      tauto.
    Qed.
  End Outcomes.

  Section Values.
    Variable R : T -> Z -> Prop.
    Hypothesis total : forall p, domain p -> exists v, 0 <= v /\ R p v.
    Hypothesis single : forall p v w, domain p -> 0 <= v -> 0 <= w -> R p v -> R p w -> v = w.
    Hypothesis same : forall p q v, domain p -> 0 <= v -> R p v -> move p q -> ~ R q v.
    Hypothesis smaller : forall p v w, domain p -> R p v -> 0 <= w < v -> exists q, move p q /\ R q w.

    Theorem values : forall p, domain p -> forall v, value move p v <-> 0 <= v /\ R p v.
    Proof.
      intros p Hp; pattern p; apply by_play; [|exact Hp]; clear p Hp; intros p Hp IH.
      assert (forall v, 0 <= v /\ R p v -> value move p v) as A.
      { intros v [Hv HR]; constructor; [exact Hv| |].
        - intros q Hq. destruct (total q (stays p q Hp Hq)) as [w [Hw HRw]].
          exists w; split; [now apply IH|]. intros ->. eapply same; eauto.
        - intros w Hw. destruct (smaller p v w Hp HR Hw) as [q [Hq Hr]]. exists q; split; [exact Hq|].
          apply IH; [exact Hq|]. split; [lia|exact Hr]. }
      intros v; split; [|apply A].
      intros HV; destruct HV as [p v Hv Hother Hall].
      destruct (total p Hp) as [g [Hg HRg]].
      destruct (Z.lt_trichotomy v g) as [L|[->|L]]; [|tauto|].
      - destruct (smaller p g v Hp HRg (conj Hv L)) as [q [Hq HRq]].
        destruct (Hother q Hq) as [w [Hw Hne]]. apply IH in Hw; [|exact Hq]. destruct Hw as [Hw HRw].
        exfalso; apply Hne. eapply single; [eapply stays; eauto| | | |]; eauto.
      - destruct (Hall g (conj Hg L)) as [q [Hq HVq]]. apply IH in HVq; [|exact Hq].
        exfalso. eapply (same p q g); eauto. tauto.
    Qed.
  End Values.
End Game.
