#include "tuner/doctor/told_trouble.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/told.h"

namespace treering::tuner::doctor {
namespace {

/// What is said of a trouble whose reason no line shows.
struct ToldRow {
  core::Told told;
  std::string_view what;
  std::string_view fix;
  std::string_view source;
};

// Where P2P hangs, NVIDIA/nccl#631 names ACS and the IOMMU; LL128 and damaged data: NCCL user
// guide, NCCL_PROTO; the flight recorder: PyTorch's guide of that name.
constexpr std::array kToldRows = std::to_array<ToldRow>({
    {core::Told::Hang,
     "the text says that a run hangs, and no line of a program in it shows why: the cause is "
     "unknown",
     "run it with NCCL_DEBUG=INFO and give the logs of all ranks: their last lines show how far "
     "each came. py-spy dump of a process of each rank, or PyTorch's flight recorder "
     "(TORCH_NCCL_TRACE_BUFFER_SIZE=2000, TORCH_NCCL_DUMP_ON_TIMEOUT=1), shows which call waits, "
     "and for whom. Where nccl-tests hangs on the same GPUs too: if NCCL_P2P_DISABLE=1 ends it, "
     "GPUs do not reach each other's memory, mostly for PCIe access control (ACS) or the IOMMU; "
     "if NCCL_IB_DISABLE=1 ends it, it is the adapters. Where nccl-tests runs, ranks of the "
     "program call different things, or one of them waits",
     "nccl#631, nccl#2079"},
    {core::Told::WrongData,
     "the text says that data comes out wrong, and no line of a program in it shows where: the "
     "cause is unknown",
     "run all_reduce_perf -c 1 of nccl-tests on the same GPUs, which counts wrong values. Where it "
     "does: if they are right with NCCL_P2P_DISABLE=1, access between GPUs is broken (IOMMU, ACS, "
     "a virtual machine); leave NCCL_PROTO unset, as LL128 may damage data where NCCL does not "
     "choose it by itself; test the GPUs with dcgmi diag -r 3. Where it does not, look whether the "
     "program reads a result before its call has ended (calls only queue work on a stream)",
     "NCCL user guide, troubleshooting and NCCL_PROTO"},
    {core::Told::Broken,
     "the text says that something fails, and no line of a program in it shows of what: the cause "
     "is unknown",
     "give what the program printed, from its start, of all ranks; with NCCL_DEBUG=INFO NCCL says "
     "what it does and what fails",
     "NCCL user guide, troubleshooting"},
});

Commands commands_for(core::Told told) {
  Commands commands;
  if (told == core::Told::Broken) {
    commands.change.push_back({"export NCCL_DEBUG=INFO", "it makes the next run print more"});
    return commands;
  }
  commands.look = {"nvidia-smi topo -p2p r", "lspci -vvv | grep ACSCtl", "cat /proc/cmdline",
                   "dmesg | grep -i xid"};
  commands.change = {{"export NCCL_DEBUG=INFO", "it makes the next run print more"},
                     {"export NCCL_P2P_DISABLE=1",
                      "it tells whether access between GPUs is the reason, and may be slower"}};
  return commands;
}

/// The first line that reports such trouble; null without.
const core::RunWarning* first_told(const std::vector<core::RunWarning>& warnings, core::Told told) {
  const auto found = std::ranges::find_if(warnings, [told](const core::RunWarning& warning) {
    return warning.is_told && core::trouble_told_in(warning.text) == told;
  });
  return found == warnings.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Symptom> told_troubles(const std::vector<core::RunWarning>& warnings) {
  std::vector<Symptom> symptoms;
  for (const ToldRow& row : kToldRows) {
    if (row.told == core::Told::Broken && !symptoms.empty()) break;
    const core::RunWarning* const first = first_told(warnings, row.told);
    if (first == nullptr) continue;
    symptoms.push_back(
        {Severity::Warning, std::string(row.what),
         fmt::format("{}: {}; see {}", first->origin.source, first->text, row.source),
         std::string(row.fix), std::nullopt, commands_for(row.told)});
  }
  return symptoms;
}

}  // namespace treering::tuner::doctor
