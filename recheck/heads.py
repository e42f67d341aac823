"""What each head takes and gives, as `signatures` reads it, one line for heads that are alike."""

# A line says what heads take and give. A letter is a size, a database or another term, the same one
# wherever it stands in the line; a kind alone is of any size; "a *" at the end is any number of
# arguments a; "number < n" is an index, one of n symbols. "=>": where all arguments have values and
# the indices are in range, there is one, and it is finite; "->" promises none. A number may be at
# least 0 ("number+"), also at most 1 ("share"), or a whole number ("whole"), from 1 on ("count").
TABLE = """
add sub mul div pow minimum maximum: number, number -> number
quotient remainder: number, number -> whole
neg exp log binary_entropy normal_cdf: number -> number
binary_entropy_inverse: number -> number+
lambert_w: number -> number
abs sqrt: number -> number+
pi: => number
ldp_curve lip_curve: number, number -> number
ldp_floor: number -> number
at: pmf n, number < n -> number+
probability: pmf n, event n -> number+
indicator: event n, number < n => number+
likelihood_ratio: pmf n, pmf n, number -> number
component: reals n, number < n => number
kl chi_square: pmf n, pmf n -> number+
total_variation: pmf n, pmf n => share
hockey_stick: pmf n, pmf n, number => share
hellinger jensen_shannon le_cam: pmf n, pmf n => number+
f_divergence: pmf n, pmf n, reals k, reals k => number
trade_off: pmf n, pmf n, number -> number
transport_cost: pmf n, pmf m, reals k -> number
wasserstein: pmf n, pmf n, reals k, number -> number
dobrushin: channel n m => number+
stick_contraction: channel n m, number => number+
min_entropy_leakage: pmf n, channel n m => number+
bayes_risk: pmf n, channel n m, reals k, number -> number
minimax_risk: channel n m, reals k, number -> number
g_leakage: pmf n, channel n m, reals k, number -> number
renyi_dp: mechanism D m, number -> number
zcdp: mechanism D m -> number
renyi: pmf n, pmf n, number -> number+
entropy min_entropy: pmf n => number+
renyi_entropy: pmf n, number -> number+
joint_entropy joint_information: joint => number+
information maximal_leakage: pmf n, channel n m => number+
rate_distortion: pmf n, reals k, number, number -> number
sibson arimoto csiszar maximal_alpha_leakage information_bottleneck: pmf n, channel n m, number -> number
pointwise_maximal_leakage: pmf n, channel n m, number < m => number+
capacity: channel n m => number+
leakage_capacity: channel n m -> number
row: channel n m, number < n => pmf m
output: pmf n, channel n m => pmf m
chain: channel n k, channel k m => channel n m
parallel: channel n m, channel n k => channel n (mul m k)
joint_of: pmf n, channel n m => joint X n Y m
joint_of_outputs: pmf n, channel n m, channel n k => joint X n Y m Z k
entries largest_alphabet instances: database D => count
alphabet: database D, number < (entries D) => count
hamming: database D, number < (instances D), number < (instances D) => whole
entry_of: database D, number < (instances D), number < (entries D) => whole
with_entry: database D, number < (instances D), number i < (entries D), number < (alphabet D i) => whole
group_values: database D, event (entries D) => count
with_group: database D, number < (instances D), event (entries D) E, number < (group_values D E) => whole
cardinality: event n => whole
complement: number n, event n -> event n
singleton: number n, number < n -> event n
dp_epsilon kl_dp free_lunch_epsilon bayesian_mi: mechanism D m -> number
mi_dp mi_dp_split: mechanism D m => number+
conditional_leakage conditional_leakage_independent entry_leakage: mechanism D m -> number+
entry_leakage_independent database_leakage database_leakage_independent: mechanism D m -> number+
dp_delta: mechanism D m, number => number+
entry_epsilon: mechanism D m, number < (entries D) -> number
database_information: prior D, mechanism D m => number+
bayesian_epsilon: prior D, mechanism D m -> number
entry_information conditional_entry_information: prior D, mechanism D m, number < (entries D) => number+
group_information: prior D, mechanism D m, event (entries D), event (entries D) => number+
stage_information: prior D, ordered D k m, number < (entries D), number < k => number+
prior_mass: database D, prior D, number < (instances D) => number+
entry_given: database D, prior D, number < (instances D), number i < (entries D) => pmf (alphabet D i)
entry_law: database D, prior D, number i < (entries D) => pmf (alphabet D i)
entry_response: prior D, mechanism D m, number i < (entries D) => channel (alphabet D i) m
resampled_prior: database D, number < (instances D), number => prior D independent
entry_prior: database D, number < (instances D), number i < (entries D), pmf (alphabet D i) => prior D independent
group_given: database D, prior D, number < (instances D), event (entries D) E, event (entries D) => pmf (group_values D E)
flat_prior: database D, prior D => pmf (instances D)
prior_of: pmf (instances D), database D => prior D any
response: mechanism D m, number < (instances D) => pmf m
entry_channel: mechanism D m, number < (instances D), number i < (entries D) => channel (alphabet D i) m
group_channel: mechanism D m, number < (instances D), event (entries D) E => channel (group_values D E) m
response_given: prior D, mechanism D m, number < (instances D), event (entries D) E, event (entries D) => channel (group_values D E) m
flat_mechanism: mechanism D m => channel (instances D) m
processed: mechanism D k, channel k m => mechanism D m
as_mechanism: channel n m => mechanism (one_entry n) m
on_entry: channel (alphabet D i) m, database D, number i < (entries D) => mechanism D m
on_database: channel n m, database D => mechanism D m
database_joint: prior D, mechanism D m, number i < (entries D) => joint A (alphabet D i) B (instances D) Y m
group_joint: prior D, mechanism D m, event (entries D), event (entries D), event (entries D) => joint A (instances D) B (instances D) C (instances D) Y m
stage_joint: prior D, ordered D k m, number i < (entries D), number j < k => joint A (alphabet D i) B (instances D) Y (pow m j) Z m
history_law: ordered D k m, number j < (add k 1), number < (instances D) => pmf (pow m j)
entry_given_history: prior D, ordered D k m, number < (instances D), number i < (entries D), number j < k, number < (pow m j) => pmf (alphabet D i)
query: queries D k m, number < k => mechanism
query_given: queries D k m, number j < k, number < (pow m j) => mechanism D m
query_database: partial D k m, number < k -> database
initial: ordered D (add k 1) m => queries
final: independent D (add k 1) m => mechanism D m
together: queries D k m => mechanism D (pow m k)
iid: pmf n, number k => pmf (pow n k)
composed: mechanism D m, number k => mechanism D (pow m k)
subsampled: mechanism D m, number => mechanism D m
memoryless: channel n m, number k => channel (pow n k) (pow m k)
shuffle: number m, number k => channel (pow m k) (pow m k)
types: number m, number k => count
occurrences: number m, number k, number < (types m k), number < m => whole
shuffled: channel n m, number k, number < (pow n k) => pmf (types m k)
type_law: pmf n, number k => pmf (types n k)
widened: partial D k m => queries
one_entry: number -> database
several_entries: number, number * -> database
laplace gaussian logistic uniform: number, number -> law
staircase: number, number, number, number -> law
student: number, number, number -> law
law_mixture: pmf n, law, law * -> law
gaussian_mixture: pmf n, reals n, reals n -> law
law_shift: law, number -> law
law_sum: law, law -> law
law_cells: law, number * -> pmf
law_kl law_chi_square: law, law -> number+
law_total_variation: law, law => share
law_hockey_stick: law, law, number => share
law_trade_off: law, law, number -> number
law_renyi: law, law, number -> number+
law_hellinger law_jensen_shannon law_le_cam: law, law => number+
law_f_divergence: law, law, reals k, reals k => number
discrete_laplace discrete_gaussian: number, number -> integerlaw
poisson geometric: number -> integerlaw
binomial: number, number -> integerlaw
integer_shift: integerlaw, number -> integerlaw
integer_f_divergence: integerlaw, integerlaw, reals k, reals k => number
integer_mixture: pmf n, integerlaw, integerlaw * -> integerlaw
integer_kl integer_chi_square: integerlaw, integerlaw -> number+
integer_renyi: integerlaw, integerlaw, number -> number+
integer_total_variation: integerlaw, integerlaw => share
integer_hockey_stick: integerlaw, integerlaw, number => share
integer_hellinger: integerlaw, integerlaw => number+
density: law, number => number+
interval_mass: law, number, number => share
differential_entropy: law => number
law_information: pmf n, law, law * => number+
gaussian_information laplace_information: pmf n, channel n m, reals, number, number -> number+
determinant: reals, number -> number
leading_minor lower_value upper_value: reals, number, number -> number
private_functions largest_image: framework n => count
edges: framework n => whole
private_values public_values: framework n F, number < (edges F) => count
private_value public_value: framework n F, number < (edges F), number < n => whole
public_law: framework n F, pmf n, number i < (edges F) => pmf (public_values F i)
secret_given: framework n F, pmf n, number i < (edges F), number < (public_values F i) => pmf (private_values F i)
data_given: framework n F, pmf n, number i < (edges F), number < (public_values F i) => channel (private_values F i) n
secret_information: framework n, pmf n, channel n m => number+
secret_delta: framework n, pmf n, channel n m, number => number+
secret_joint: framework n F, pmf n, channel n m, number i < (edges F) => joint A (private_values F i) C (public_values F i) Y m
secret_stage_joint: framework (instances D) F, pmf (instances D), ordered D k m, number i < (edges F), number j < k => joint A (private_values F i) C (public_values F i) Y (pow m j) Z m
secret_stage_information: framework (instances D) F, pmf (instances D), ordered D k m, number < (edges F), number < k => number+
pufferfish_information: framework n, dataclass n, channel n m => number+
pufferfish_epsilon: framework n, dataclass n, channel n m -> number
response_support: framework n, dataclass n, channel n m => whole
pufferfish_delta attribute_delta: framework n, dataclass n, channel n m, number => number+
pufferfish_stage: framework (instances D), dataclass (instances D), ordered D k m, number < k => number+
member_law: member F L => pmf
reweighted: member F L, number i < (edges F), number < (public_values F i), pmf (private_values F i) => member F L
dp_framework: database D => framework (instances D)
without_public without_edges: framework n => framework n
pmf_literal: number, number * -> pmf
channel_literal: pmf m, pmf m * => channel
as_joint: pmf n, number, number * => joint
marginal: joint => pmf
margin: joint => joint
conditional: joint => channel
joint_at: joint, number, number * -> number+
"""  # noqa: E501
