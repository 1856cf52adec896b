heaps x
move τ x→: x -> x - 1
claim "": [] of "" mod P ≠
