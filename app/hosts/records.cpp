#include "app/hosts/records.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "hw/io/files.h"
#include "tuner/measure/journal.h"

namespace treering::app::hosts {
namespace {

using sim::hosts::HostJob;
using tuner::hosts::MeasuredCall;

std::string links_text(const std::vector<double>& gbit) {
  const bool are_equal = std::ranges::all_of(gbit, [&](double one) { return one == gbit.front(); });
  if (are_equal) return fmt::format("links of {:g} Gbit/s", gbit.front());
  return fmt::format("links of {:g} Gbit/s", fmt::join(gbit, ", "));
}

}  // namespace

core::Result<HostRecords> read_records(const std::vector<std::string>& files) {
  HostRecords all;
  const hw::io::RealFiles real;
  for (const std::string& file : files) {
    const auto text = real.read(file, hw::io::kMaxFileBytes);
    if (!text) return core::fail(text.error());
    auto records = tuner::measure::parse_measured(*text, file);
    if (!records) return core::fail(records.error());
    std::ranges::move(*records, std::back_inserter(all.list));
    if (tuner::measure::is_torn(*text)) {
      all.notes.push_back(fmt::format("{}: {}", file, tuner::measure::kTornLine));
    }
  }
  if (!all.list.empty()) return all;
  return core::bad_input(files.empty() ? "" : files.front(), "no results",
                         "expected lines of treering measure");
}

core::Result<tuner::hosts::MeasuredCalls> read_calls(const HostRunsRequest& request) {
  const auto records = read_records(request.files);
  if (!records) return core::fail(records.error());
  auto calls = tuner::hosts::measured_calls(records->list, request.nic_rate, request.files.front());
  if (!calls) return calls;
  if (!calls->calls.empty()) {
    calls->left_out.insert(calls->left_out.begin(), records->notes.begin(), records->notes.end());
    return calls;
  }
  return core::bad_input(request.files.front(), "no call that the model of hosts knows",
                         "expected calls with a time, whose messages are known",
                         calls->left_out.empty() ? "" : calls->left_out.front());
}

core::Result<core::Profile> read_host_profile(const std::optional<std::string>& file) {
  if (!file) return sim::hosts::assumed_profile();
  const auto text = hw::io::RealFiles().read(*file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return sim::hosts::read_profile(*text, *file);
}

std::string text_of(const HostJob& job) {
  const std::string ranks =
      fmt::format("{} of {}", core::counted(job.ranks, "rank"), name_of(job.library));
  const std::string cores =
      job.cores > 0 ? fmt::format("{}", core::counted(job.cores, "core")) : "";
  if (job.gbit.empty()) {
    return fmt::format("{} on one machine{}", ranks, cores.empty() ? "" : " with " + cores);
  }
  return fmt::format("{} behind {}{}", ranks, links_text(job.gbit),
                     cores.empty() ? "" : ", which share " + cores);
}

std::vector<std::string> jobs_of(const std::vector<MeasuredCall>& calls) {
  std::vector<std::string> texts;
  for (const MeasuredCall& call : calls) {
    std::string text = text_of(call.job);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace treering::app::hosts
