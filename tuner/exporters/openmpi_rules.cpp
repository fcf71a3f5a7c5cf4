// Algorithms by size as rules for Open MPI's coll/tuned (coll_tuned_dynamic_rules_filename).
//
// Numbers, whatever stands between them; '#' begins a comment (coll_base_util.c). For each
// collective: its number, how many sizes of communicators follow, and for each the ranks and its
// rules: from so many bytes on, an algorithm, its fan-out, and its segments in bytes. A rule counts
// up to the next. Algorithm 0 leaves the choice to the library. The last rule whose number of ranks
// is not above the communicator's counts, or else the first (coll_tuned_dynamic_rules.c): so rules
// for other numbers of ranks stand before and after, which leave the choice to the library.
// Bytes are those of the whole buffer (coll_tuned_decision_dynamic.c): nccl-tests' size.
#include <fmt/format.h>

#include "sim/libraries/library.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::tuner::exporters {
namespace {

struct Rule {
  std::uint64_t from = 0;
  int algorithm = 0;  // 0: the library's own choice
  std::string what;
};

// The default of coll_tuned_init_chain_fanout, which a forced algorithm has too; 0 segments.
constexpr int kFanOut = 4;

/// From 0 bytes on; what was not measured or predicted is left to the library.
std::vector<Rule> rules_for(const advice::HostChoices& one) {
  std::vector<Rule> rules{{0, 0, "the library's own choice"}};
  const auto add = [&](std::uint64_t from, int algorithm, std::string what) {
    if (rules.back().from == from) rules.pop_back();
    if (!rules.empty() && rules.back().algorithm == algorithm) return;
    rules.push_back({from, algorithm, std::move(what)});
  };
  for (const advice::SizedChoice& choice : one.choices) {
    const auto number = sim::libraries::open_mpi_number(one.collective, choice.algorithm);
    add(choice.first, number.value_or(0), text_of(choice));
  }
  add(one.choices.back().last + 1, 0, "beyond: the library's own choice");
  return rules;
}

std::string text_of_rules(const advice::HostChoices& one, const OpenMpiCollective& collective,
                          int ranks) {
  constexpr std::string_view kOwn = "1\n0 0 0 0\n";  // one rule: from 0 bytes on, its own choice
  std::string text = fmt::format("\n{} # {}\n3 # numbers of ranks\n", collective.number,
                                 core::name_of(one.collective));
  text += fmt::format("1 # ranks and more\n{}", kOwn);
  const std::vector<Rule> rules = rules_for(one);
  text += fmt::format("{} # ranks\n{} # rules\n", ranks, rules.size());
  for (const Rule& rule : rules) {
    const int fan_out = rule.algorithm == 0 ? 0 : kFanOut;
    text += fmt::format("{} {} {} 0 {}\n", rule.from, rule.algorithm, fan_out,
                        Comment::behind(rule.what));
  }
  return text + fmt::format("{} # ranks and more\n{}", ranks + 1, kOwn);
}

}  // namespace

Export write_openmpi_rules(const advice::HostRecommendation& recommendation) {
  int count = 0;
  std::string rules;
  Comment comment = heading_of(recommendation);
  comment.add_lines(
      "To use it: export OMPI_MCA_coll_tuned_use_dynamic_rules=1 and\n"
      "OMPI_MCA_coll_tuned_dynamic_rules_filename=<this file>. To take it back: unset both.\n"
      "Other sizes and other numbers of ranks keep the library's own choices.\n");
  for (const advice::HostChoices& one : recommendation.collectives) {
    const auto collective = open_mpi_collective(one.collective);
    if (!collective || !advice::has_gain(one.choices)) continue;
    if (!collective->has_rules_by_size) {
      comment.add_wrapped(fmt::format(
          "{} is left out: rules take its size from an argument that some ranks may leave out, so "
          "that ranks could choose differently",
          core::name_of(one.collective)));
      continue;
    }
    ++count;
    rules += text_of_rules(one, *collective, recommendation.ranks);
  }
  if (count == 0) return {"", nothing_better(recommendation)};
  return {comment.text() + fmt::format("\n{} # collectives\n", count) + rules, ""};
}

}  // namespace treering::tuner::exporters
