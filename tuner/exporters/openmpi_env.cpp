// One algorithm of Open MPI for each collective, as environment variables.
#include <fmt/format.h>

#include "sim/libraries/library.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::tuner::exporters {
namespace {

/// Whether one algorithm is better at every size.
bool is_for_all_sizes(const advice::HostChoices& one) {
  return one.choices.size() == 1 && !one.choices.front().algorithm.empty();
}

std::string lines_for(const advice::HostChoices& one) {
  const auto collective = open_mpi_collective(one.collective);
  const advice::SizedChoice& choice = one.choices.front();
  const auto number = sim::libraries::open_mpi_number(one.collective, choice.algorithm);
  if (!collective || !number) return "";
  Comment comment;
  comment.add_wrapped(fmt::format("{}, {}", core::name_of(one.collective), text_of(choice)));
  return comment.text() +
         fmt::format("export OMPI_MCA_coll_tuned_{}_algorithm={}\n", collective->word, *number);
}

}  // namespace

Export write_openmpi_env(const advice::HostRecommendation& recommendation) {
  std::string lines;
  for (const advice::HostChoices& one : recommendation.collectives) {
    if (is_for_all_sizes(one)) lines += lines_for(one);
  }
  if (lines.empty()) {
    std::string why = nothing_better(recommendation);
    return {"", why +
                    "\n  one algorithm for all sizes, that is; ⟨to⟩ openmpi-rules chooses by "
                    "size"};
  }
  Comment comment = heading_of(recommendation);
  comment.add_lines(
      "They hold for every size and every communicator. To take them back: unset the variables\n"
      "below.\n");
  return {comment.text() + "export OMPI_MCA_coll_tuned_use_dynamic_rules=1\n" + lines, ""};
}

}  // namespace treering::tuner::exporters
