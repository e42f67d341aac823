"""What `make test` leaves to `make thorough`: tests that take seconds, or try many like things.

Of a test that is named in `EACH` `make test` runs each k-th case, and none where k is 0, and of one
that is named in `LONG` all but the cases told there; `make thorough` runs the others, and `.ci/run`
both. What is left out is here because of what it costs (half of the
processor time of all tests went into these), not because less depends on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

# By module below `tests`, of each test: one case in how many `make test` runs.
EACH: dict[str, dict[str, int]] = {
    "accounting/test_bounds.py": {
        "test_masses_and_tails_bound_their_integrals": 2,
        "test_the_transform_of_a_laplace_step": 3,
    },
    "accounting/test_choice_levels.py": {
        "test_levels_are_the_first_that_are_too_much": 2,
        "test_scales_are_those_from_which_on_all_are_enough": 0,
    },
    "accounting/test_compositions.py": {
        "test_a_convolution_brackets_some_rounds": 4, "test_delta_is_monotone": 0,
        "test_many_values_are_single_ones": 0,
        "test_mixed_rounds_don_t_depend_on_their_order_and_shrink": 0,
        "test_one_round_is_the_integral": 4, "test_rays_and_all_lines_give_one_value": 3,
        "test_the_inversion_gives_the_closed_form_of_one_round": 3,
        "test_the_least_eps_is_between_its_ends": 0, "test_the_least_noise_is_between_its_ends": 2,
        "test_the_least_noise_is_in_units_of_the_sensitivity": 3,
        "test_the_most_rounds_are_within_and_one_more_isn_t": 0,
        "test_two_rounds_far_in_the_tail_are_an_integral_of_one": 0,
    },
    "accounting/test_concentrated.py": {"test_order_one_is_the_mean_loss": 3},
    "accounting/test_cut_lines.py": {"test_values_are_those_along_hyperbolas": 2},
    "accounting/test_float_lines.py": {"test_sizes_in_floats_are_those_of_values": 4},
    "accounting/test_grid_cuts.py": {
        "test_a_value_without_cuts_is_the_same": 0,
        "test_far_in_the_tail_few_rounds_are_reached": 0, "test_what_is_cut_off_counts": 3,
    },
    "accounting/test_grids.py": {
        "test_an_error_of_the_grid_counts": 4, "test_grids_and_inversions_give_one_value": 4,
        "test_many_rounds_far_in_the_tail_on_two_grids": 0, "test_two_rounds_are_a_mean_of_one": 0,
        "test_what_inversions_reach_slowly_or_not": 6,
    },
    "accounting/test_hyperbolas.py": {
        "test_a_strip_with_a_pole_or_too_wide_is_refused": 3,
        "test_an_error_of_the_sum_over_nodes_counts": 2,
        "test_hyperbolas_and_lines_give_one_value": 4,
        "test_near_the_greatest_loss_the_losses_reach_over_many_orders": 0,
        "test_one_round_is_the_closed_form": 6,
        "test_two_rounds_of_replacement_are_an_integral_of_one": 0,
        "test_what_lies_below_0_is_mirrored": 3, "test_what_lines_and_rays_did_not_reach": 4,
    },
    "accounting/test_results.py": {"test_inverses_undo": 0},
    "accounting/test_searches.py": {
        "test_nodes_serve_other_places_in_both_directions": 3,
        "test_the_least_epsilon_has_ends_on_both_sides": 0,
    },
    "accounting/test_selection.py": {"test_delta_is_the_sum_over_candidates": 3},
    "attack/test_attack.py": {
        "test_false_claims_are_refuted_by_certificates_that_hold": 3,
        "test_true_claims_survive": 3,
    },
    "attack/test_floating.py": {"test_scores_are_those_of_a_reading_that_keeps_nothing": 6},
    "attack/test_no_value.py": {
        "test_a_hypothesis_without_a_value_is_not_taken_for_one_that_is_never_met": 3,
    },
    "attack/test_repair.py": {"test_two_hypotheses_are_tried_where_one_is_not_enough": 0},
    "attack/test_strategies.py": {"test_the_documented_example_holds": 0},
    "attack/test_tampering.py": {"test_sharp_bounds_withstand_no_small_tampering": 0},
    "attack/test_tighten.py": {"test_a_least_value_is_allowed_and_less_is_not": 4},
    "audit/test_audit.py": {
        "test_both_ways_to_a_value_agree": 2,
        "test_each_planted_defect_is_found_from_a_cold_start": 0,
    },
    "bench/test_conditions.py": {
        "test_each_survivor_of_the_project_is_in_the_code": 0,
        "test_what_was_traced_for_one_room_serves_another": 0,
    },
    "bench/test_example_claims.py": {
        "test_the_page_is_what_its_command_writes": 0, "test_the_page_tells_the_verdict": 4,
    },
    "bench/test_fuzz.py": {
        "test_a_planted_fault_is_found_by_random_steps": 4,
        "test_variants_of_a_former_hole_show_its_fault": 4,
    },
    "bench/test_trusted.py": {"test_the_command_prints_rooms_and_modules": 0},
    "cli/test_attack.py": {"test_patterns_choose_as_in_check": 0},
    "cli/test_check.py": {"test_an_interrupted_check_is_whole_as_far_as_it_came": 2},
    "cli/test_finding.py": {
        "test_a_list_by_status_and_paper": 0, "test_a_place_is_found_whole": 0,
        "test_titles_and_notes_are_found": 0,
    },
    "cli/test_list_show.py": {"test_list_names_every_claim": 0},
    "cli/test_names.py": {
        "test_every_name_means_just_that_to_every_command": 0, "test_the_list_has_every_name": 0,
    },
    "cli/test_odd_input.py": {
        "test_an_output_without_the_letters": 2, "test_closed_streams_stop_nothing": 4,
    },
    "cli/test_prove.py": {
        "test_a_sample_of_the_store_holds": 6, "test_axioms_are_listed": 0,
        "test_mutated_proofs_are_counted": 0,
    },
    "docs/test_snippets.py": {"test_commands_show_what_the_page_says": 8},
    "docs/test_trust.py": {"test_its_command_runs": 0},
    "instances/test_strategies.py": {
        "test_failures_shrink_to_few_symbols_and_small_denominators": 0,
        "test_pairs_cover_the_edges": 3, "test_the_documented_examples_hold": 0,
    },
    "kernel/test_definitions.py": {
        "test_a_supremum_is_no_larger_than_its_name": 0,
        "test_the_attack_refutes_no_definition": 20,
    },
    "kernel/test_equalities.py": {"test_one_number_is_told": 3},
    "kernel/test_normal_distribution.py": {"test_a_changed_definition_is_refuted": 3},
    "kernel/test_proof_schema.py": {"test_stored_evidence_is_valid": 0},
    "kernel/test_pufferfish_definitions.py": {
        "test_attribute_privacy_is_of_possible_values_and_of_both_probabilities": 0,
    },
    "kernel/test_rule_fuzz.py": {"test_what_normal_forms_say_holds": 4},
    "kernel/test_rule_fuzz_2.py": {"test_what_normal_forms_say_of_databases_holds": 3},
    "kernel/test_schema.py": {"test_statements_of_every_shape_are_valid": 0},
    "kernel/test_tampering.py": {"test_each_change_is_rejected_or_true": 3},
    "measures/test_bottleneck.py": {
        "test_both_checkers_and_two_precisions_agree": 6, "test_erasures_and_what_tells_all": 2,
        "test_no_t_tells_more": 0, "test_three_symbols": 4,
    },
    "measures/test_continuous.py": {
        "test_differential_entropy": 4, "test_hockey_stick": 5, "test_information": 4,
        "test_kl": 4, "test_renyi": 5,
        "test_total_variation_is_half_of_the_absolute_difference": 4,
    },
    "measures/test_decisions.py": {"test_claims_about_them_are_searched_and_decided": 5},
    "measures/test_integrals.py": {
        "test_a_false_definition_by_densities_is_refuted": 5,
        "test_curves_that_cross_are_halved": 0,
        "test_definitions_by_densities_are_the_closed_forms": 2,
    },
    "measures/test_law_sum.py": {
        "test_logarithms_are_integrated": 3, "test_noise_tells_no_more": 0,
        "test_the_hockey_stick_is_mpmath_s": 5, "test_the_second_checker_bounds_them": 3,
    },
    "measures/test_logistic.py": {"test_the_largest_ratio": 8, "test_values": 24},
    "measures/test_noise.py": {"test_balls_and_floats_hold_what_a_quadrature_says": 4},
    "measures/test_staircase.py": {"test_values": 4},
    "measures/test_student.py": {
        "test_a_false_claim_falls_and_both_checkers_say_so": 0, "test_the_largest_ratio": 9,
        "test_values": 60,
    },
    "measures/test_sums_alike.py": {
        "test_divergences_are_mpmath_s": 5, "test_false_claims_fall_and_both_checkers_say_so": 2,
        "test_informations": 0, "test_powers_are_mpmath_s": 5, "test_the_largest_ratio": 4,
        "test_the_second_checker_encloses_them": 8,
    },
    "measures/test_trade_offs.py": {
        "test_any_two_ratios_enclose_it": 2, "test_closed_forms": 8,
        "test_two_precisions_and_floats_agree": 3,
    },
    "measures/test_uniform_noise.py": {"test_the_hockey_stick_is_mpmath_s": 4},
    "notebooks/test_examples.py": {"test_their_cells_run_and_render": 3},
    "numbers/test_integer_errors.py": {"test_the_bounds_of_a_quarter_hold_the_value": 0},
    "numbers/test_line_errors.py": {
        "test_a_divergence_that_ends_early_holds_its_value": 20,
        "test_an_information_that_ends_early_holds_its_value": 4,
    },
    "numbers/test_shells.py": {"test_a_coarse_maximum_is_above_g_everywhere": 4},
    "oracle/test_corners.py": {
        "test_each_call_ends_with_a_value_or_an_error_that_names_the_input": 160,
    },
    "oracle/test_vector_certificates.py": {
        "test_mpmath_agrees": 8, "test_one_round_more_or_less_is_noticed": 0,
    },
    "oracle/test_vectors.py": {"test_a_vector_of_each_group_is_written_again": 4},
    "papers/test_background.py": {
        "test_a_false_neighbour_of_a_fact_is_refuted": 4, "test_a_short_attack_breaks_no_fact": 6,
    },
    "papers/test_background_optima.py": {"test_a_false_neighbour_is_refuted": 3},
    "papers/test_cuff_yu_2016_examples.py": {"test_a_changed_statement_is_refuted": 3},
    "papers/test_cuff_yu_2016_remarks.py": {"test_a_changed_statement_is_refuted": 4},
    "papers/test_cuff_yu_2016_variations.py": {"test_a_changed_statement_is_refuted": 12},
    "papers/test_ngo_2024_finite.py": {
        "test_measures_of_different_masses": 0, "test_orders_below_minus_one": 0,
        "test_the_attack_refutes": 5,
    },
    "papers/test_ngo_2024_gaussian.py": {
        "test_two_ends_are_the_best_input_up_to_some_noise_only": 0,
        "test_what_is_tampered_with_falls": 4,
    },
    "papers/test_nuradha_goldfeld_2022_finite.py": {
        "test_information_is_at_most_that_of_the_secret": 0,
        "test_pairs_of_mechanisms_need_not_compose": 0,
        "test_proved_under_all_laws_and_of_single_functions_falls_once_tampered_with": 0,
        "test_responses_compose_under_no_other_law": 0, "test_tampered_claims_are_refuted": 0,
        "test_what_is_false_is_refuted_and_rechecked": 3,
    },
    "papers/test_nuradha_goldfeld_2022_noise.py": {
        "test_one_percent_less_falls_in_the_plane": 0,
        "test_the_attack_refutes_what_is_too_strong": 4,
    },
    "papers/test_saeidian_2025_databases.py": {"test_a_changed_statement_is_refuted": 4},
    "papers/test_sharper.py": {
        "test_a_short_attack_breaks_none": 0, "test_a_tampered_statement_is_refuted": 4,
    },
    "proof/test_scalar.py": {
        "test_a_false_statement_is_not_proved": 3,
        "test_a_true_inequality_is_proved_and_its_data_rechecked": 3,
        "test_no_tampering_proves_a_shifted_statement": 3,
    },
    "quantities/test_flags.py": {
        "test_a_record_is_true_at_its_corners": 5,
        "test_a_record_that_says_more_is_seen_to_be_false": 6,
    },
    "quantities/test_places.py": {"test_a_symbol_outside_of_its_alphabet_is_refused": 4},
    "quantities/test_records.py": {"test_balls_and_floats_agree": 4},
    "reading/test_round_trip.py": {
        "test_a_changed_text_is_another_statement": 0, "test_every_statement_is_read_back": 8,
    },
    "recheck/test_checker.py": {
        "test_both_decide_other_moves_alike": 6, "test_what_has_no_closed_form_is_enclosed": 4,
    },
    "recheck/test_definitions.py": {
        "test_more_than_a_third_are_evaluated": 0, "test_none_is_false_at_an_instance": 4,
        "test_these_are_evaluated": 5,
    },
    "recheck/test_densities.py": {"test_masses_below_places": 2, "test_masses_with_both_noises": 4},
    "recheck/test_forms.py": {"test_what_is_said_of_a_term_holds_at_instances": 0},
    "recheck/test_integers.py": {
        "test_divergences_hold_their_sums_to_many_digits": 4,
        "test_divergences_hold_their_sums_wherever_tails_are_cut": 4,
    },
    "recheck/test_line_cells.py": {"test_divergences_hold_what_quadrature_says": 8},
    "recheck/test_programs.py": {"test_whatever_is_proposed_no_verdict_is_wrong": 0},
    "recheck/test_real_rules.py": {
        "test_a_step_with_other_data_is_not_exact": 4, "test_stored_proofs_are_exact": 3,
    },
    "recheck/test_reals.py": {"test_the_inverse_entropy_is_enclosed": 0},
    "recheck/test_scalars.py": {
        "test_a_range_holds_the_value_at_every_point": 0,
        "test_stored_certificates_show_no_more_than_they_say": 4,
    },
    "recheck/test_stairs.py": {
        "test_divergences_are_those_of_cells": 3,
        "test_the_mass_below_a_place_is_that_of_the_cells": 3,
    },
    "recheck/test_subdivision.py": {"test_the_largest_quotient_lies_between_the_ends": 2},
    "report/test_closed_forms.py": {
        "test_forms_and_derivatives_hold_at_random_points": 4,
        "test_what_sympy_gets_wrong_is_left_out": 4,
    },
    "report/test_figures.py": {"test_the_mechanism_of_figure_3_is_outside_its_general_curve": 0},
    "report/test_terminal.py": {"test_no_cell_of_a_check_is_cut": 4},
    "report/test_tex.py": {"test_statements_compile_without_overfull_boxes": 2},
    "report/test_word_claims.py": {
        "test_its_contrary_falls": 5, "test_the_claim_is_read_back_and_attacked": 5,
    },
    "site/test_structure.py": {"test_pages_parse_and_links_lead_somewhere": 4},
    "syntax/test_latex_lines.py": {
        "test_breaking_keeps_every_sign_in_its_place": 0, "test_every_statement_fits": 3,
        "test_macros_stand_for_the_records_templates": 0, "test_random_statements": 0,
    },
    "syntax/test_lines.py": {"test_nothing_but_white_space_is_added_to_any_claim": 4},
}
# Cases that alone take a second or more, by their ids: `make test` runs the others of their tests.
LONG: dict[str, dict[str, tuple[str, ...]]] = {
    "accounting/test_hyperbolas.py": {
        "test_what_lines_and_rays_did_not_reach": ("replace-1/1000-1-10-2.958",),
    },
    "attack/test_attack.py": {
        "test_false_claims_are_refuted_by_certificates_that_hold": ("queries",),
        "test_true_claims_survive": ("mechanism-0",),
    },
    "instances/test_strategies.py": {
        "test_instances_of_every_sort_are_moves_that_the_kernel_reads": ("Sq-QueriesSort",),
    },
    "kernel/test_curves.py": {
        "test_what_is_known_is_decided_by_both": (
            "(for every level in [0,1]: T(P, Q)(level) >= T(N(0, 1), N(1/2*3, 1))(level))-True",
        ),
    },
    "measures/test_bottleneck.py": {
        "test_claims_on_either_side": (
            "for all n, m >= 1, P on n symbols, W from n to m symbols, r >= 0: IB_[r](P; W) "
            "<= r/2-True",
        ),
    },
    "measures/test_bounded.py": {
        "test_false_claims_fall_and_both_checkers_say_so": (
            "for all a in [0,1/4]: T(N(0, 1), U(0, 1))(a) >= 1 - 4*a",
        ),
        "test_hockey_sticks_by_cells": ("p2-q2",),
        "test_two_precisions_and_floats_agree": ("p3-q3",),
    },
    "measures/test_groups.py": {
        "test_joint_laws_of_groups_tell_what_the_groups_tell": ("(2, 1, 2)",),
    },
    "measures/test_law_sum.py": {
        "test_logarithms_are_integrated": ("shifted",),
    },
    "measures/test_optima.py": {
        "test_claims_are_searched_and_decided": ("8",),
    },
    "measures/test_student.py": {
        "test_values": ("cauchy-moved-kl",),
    },
    "measures/test_trade_offs.py": {
        "test_any_two_ratios_enclose_it": ("(-2, 2)",),
        "test_false_claims_fall_and_both_checkers_say_so": ("text2",),
    },
    "oracle/test_vector_certificates.py": {
        "test_mpmath_agrees": ("noisy_max_scale",),
    },
    "oracle/test_vectors.py": {
        "test_a_vector_of_each_group_is_written_again": ("noisy_max_zcdp",),
    },
    "papers/test_background.py": {
        "test_a_false_neighbour_of_a_fact_is_refuted": ("far ends",),
    },
    "proof/test_scalar.py": {
        "test_no_tampering_proves_a_shifted_statement": ("binary Pinsker",),
    },
    "quantities/test_flags.py": {
        "test_a_record_is_true_at_its_corners": ("law_jensen_shannon",),
        "test_a_record_that_says_more_is_seen_to_be_false": ("gaussian_information",),
    },
    "recheck/test_checker.py": {
        "test_what_has_no_closed_form_is_enclosed": ("delta_LDP[1/10](1)",),
        "test_what_the_first_kernel_certifies_is_accepted": ("mixtures",),
    },
    "recheck/test_definitions.py": {
        "test_none_is_false_at_an_instance": ("background/noise-tells-no-more.laplaces",),
        "test_these_are_evaluated": ("definition/hockey-stick-gaussian",),
    },
    "recheck/test_integers.py": {
        "test_divergences_hold_their_sums_to_many_digits": ("1/4:L0,2|L1,1-L0,2-fffff",),
    },
    "recheck/test_line_cells.py": {
        "test_divergences_hold_what_quadrature_says": ("GL-G-told24-True", "L-L--told8-True"),
        "test_masses_of_which_less_is_known_give_less": ("N--L+-told1",),
    },
    "recheck/test_real_rules.py": {
        "test_a_step_with_other_data_is_not_exact": ("unbounded",),
    },
    "report/test_kinds_of_papers.py": {
        "test_a_repair_tells_the_kind_once_it_is_proved": (
            "ngo-2024/figure-3.guarantee-ngo-2024/figure-3-repaired.guarantee-core",
        ),
    },
    "report/test_word_claims.py": {
        "test_its_contrary_falls": ("laplace_information",),
    },
}


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark as `thorough` what `make test` leaves out."""
    seen: Counter[tuple[str, str]] = Counter()
    for item in items:
        module = item.nodeid.partition("::")[0].removeprefix("tests/")
        name = getattr(item, "originalname", item.name)
        each = EACH.get(module, {}).get(name, 1)
        case = seen[module, name]
        seen[module, name] += 1
        if each == 0 or case % each or _case(item) in LONG.get(module, {}).get(name, ()):
            item.add_marker("thorough")


def unknown(items: Iterable[pytest.Item]) -> list[str]:
    """The names and ids that no test of a collected module has; none where single tests are named,
    as the others of their modules aren't collected."""
    items = list(items)
    if items and any("::" in place for place in items[0].config.args):
        return []
    found: dict[str, dict[str, set[str]]] = {}
    for item in items:
        module = item.nodeid.partition("::")[0].removeprefix("tests/")
        name = getattr(item, "originalname", item.name)
        found.setdefault(module, {}).setdefault(name, set()).add(_case(item))
    return [
        f"{module}::{name}" for table in (EACH, LONG) for module, names in table.items()
        if module in found for name in names if name not in found[module]
    ] + [
        f"{module}::{name}[{case}]" for module, names in LONG.items() if module in found
        for name, cases in names.items() for case in cases
        if name in found[module] and case not in found[module][name]
    ]


def _case(item: pytest.Item) -> str:
    """The id of the case of a parametrised test; empty for others."""
    return item.callspec.id if hasattr(item, "callspec") else ""
