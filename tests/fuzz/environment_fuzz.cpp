// sim::job::read_environment: any assignments, one a line, give settings with which NCCL's
// decisions can be worked out, or an error.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "sim/job/variables.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"

namespace env = treering::sim::job;
namespace nccl = treering::sim::nccl;

namespace {

std::vector<treering::sim::job::Assignment> assignments_of(std::string_view text) {
  std::vector<treering::sim::job::Assignment> result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t sign = std::min(line.find('='), line.size());
    result.push_back({std::string(line.substr(0, sign)),
                      std::string(line.substr(std::min(sign + 1, line.size()))),
                      treering::sim::job::Origin::Process});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return result;
}

void decide(const treering::sim::job::JobSpec& job, std::uint64_t bytes) {
  const treering::sim::nccl::Plan plan =
      treering::sim::nccl::make_plan(job, treering::testing::four_gpus_with_nvls());
  TREERING_ASSERT(plan.channels.count() >= 1, "there is always a channel");
  const auto choice = treering::sim::nccl::call::choose(plan, {.bytes = bytes});
  if (!choice) return;
  TREERING_ASSERT(choice->channels >= 1 && choice->chunk_bytes > 0, "a call is carried in chunks");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = treering::sim::job::read_environment(assignments_of(text));
  if (!read) return 0;
  treering::sim::job::JobSpec job;
  job.settings = read->settings;
  for (const int nodes : {1, 4}) {
    job.nodes = nodes;
    for (const std::uint64_t bytes : {8U, 1U << 20U, 1U << 30U}) decide(job, bytes);
  }
  return 0;
}
