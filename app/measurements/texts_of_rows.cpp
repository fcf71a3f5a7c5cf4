#include "app/measurements/texts_of_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/part.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/named_machines.h"
#include "hw/formats/nccl_tests/device_list.h"
#include "hw/load_cluster.h"
#include "tuner/runs/formats.h"

namespace treering::app::measurements {
namespace {

using tuner::Measurement;

/// Of a debug log, whose words are not those of a person. EFA's plugin names the instance that it
/// runs on ("NET/OFI Running on p4d.24xlarge platform", aws-ofi-nccl, platform-aws.c).
bool is_line_of_nccl(std::string_view line) {
  constexpr std::array<std::string_view, 3> kMarks{"NCCL INFO ", "NCCL WARN ", "NCCL TRACE "};
  return core::has_any(line, kMarks) && !core::has(line, "NET/OFI Running on ");
}

/// The run of the log in the only file.
std::optional<hw::formats::LoggedRun> logged_run_in(const std::vector<std::string>& files,
                                                    const hw::io::RealFiles& source) {
  if (files.size() != 1) return {};
  const auto loaded = hw::load_cluster_or_run(files.front(), source);
  if (!loaded) return {};
  if (const auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) return run->logged;
  return std::get<hw::formats::LoadedCluster>(*loaded).run;
}

/// Its job; without ranks where it has none.
hw::formats::LoggedJob logged_job_in(const std::vector<std::string>& files,
                                     const hw::io::RealFiles& source) {
  const auto run = logged_run_in(files, source);
  return run ? run->job : hw::formats::LoggedJob();
}

/// Whether NCCL can reduce in the switches of the node: NVLS, from Hopper on.
bool has_nvls(const core::Topology& node) {
  constexpr int kHopper = 90;
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (gpus.empty() || node.of_kind(core::DeviceKind::NvSwitch).empty()) return false;
  return hw::catalogue::compute_capability_of(node.device(gpus.front())).value_or(0) >= kHopper;
}

/// Whether ranks of the rows, or the GPUs of so many nodes, fit.
bool fits(int nodes, int gpus_of_node, const std::vector<Measurement>& rows) {
  const int ranks = common_ranks(rows);
  if (ranks > 0) return ranks % nodes == 0 && ranks / nodes <= gpus_of_node;
  return possible_ranks(rows).has(nodes * gpus_of_node);
}

}  // namespace

std::string people_words(const std::vector<std::string>& files, const hw::io::RealFiles& source) {
  constexpr std::size_t kMost = std::size_t{256} << 10U;
  std::string words;
  for (const std::string& file : files) {
    const auto text = source.read(file, hw::io::kMaxFileBytes);
    if (!text || tuner::runs::is_measurement_csv(*text)) continue;
    for (core::LineReader lines(*text); lines.next() && words.size() < kMost;) {
      const std::string_view line = lines.line();
      if (is_line_of_nccl(line)) continue;
      words += std::string(line) + "\n";
    }
  }
  return words;
}

std::string whole_text(const std::vector<std::string>& files, const hw::io::RealFiles& source) {
  std::string text;
  for (const std::string& file : files) {
    text += source.read(file, hw::io::kMaxFileBytes).value_or("") + "\n";
  }
  return text;
}

std::string shared_gpu_text(const std::vector<std::string>& files,
                            const hw::io::RealFiles& source) {
  for (const std::string& file : files) {
    const auto text = source.read(file, hw::io::kMaxFileBytes);
    if (!text) continue;
    std::map<std::pair<std::string, std::string>, int> ranks;  // by host and bus ID
    int last = -1;
    for (const auto& one : hw::formats::nccl_tests::devices_in(*text)) {
      if (one.rank <= last) ranks.clear();  // the list of another run
      last = one.rank;
      // "0x01" lacks the domain, in which GPUs of one host may differ.
      if (one.host.empty() || !core::has(one.bus_id, ":")) continue;
      const auto [place, is_new] = ranks.try_emplace({one.host, one.bus_id}, one.rank);
      if (is_new) continue;
      return fmt::format(
          "ranks {} and {} share one GPU, {} of {}, by the list of devices, so their times measure "
          "no link; unless two hosts have that name",
          place->second, one.rank, core::printable(one.bus_id), core::printable(one.host));
    }
  }
  return "";
}

int common_ranks(const std::vector<Measurement>& rows) {
  int ranks = 0;
  for (const Measurement& row : rows) {
    if (row.ranks == 0) continue;
    if (ranks != 0 && row.ranks != ranks) return 0;
    ranks = row.ranks;
  }
  const bool is_common = std::ranges::all_of(rows, [&](const Measurement& row) {
    return row.ranks == ranks || (row.possible_ranks.is_known() && row.possible_ranks.has(ranks));
  });
  return is_common ? ranks : 0;
}

tuner::RankRange possible_ranks(const std::vector<Measurement>& rows) {
  tuner::RankRange all;
  for (const Measurement& row : rows) {
    const tuner::RankRange& one = row.possible_ranks;
    if (!one.is_known()) continue;
    all.least = std::max(all.least, one.least);
    all.most = all.most == 0 ? one.most : std::min(all.most, one.most);
  }
  return all.least > all.most ? tuner::RankRange() : all;
}

JobOnNodes on_shown_nodes(setup::JobRequest job, const std::vector<Measurement>& rows,
                          const std::vector<std::string>& files,
                          const setup::NamedMachine& machine) {
  const bool is_known =
      std::ranges::any_of(rows, [](const Measurement& row) { return row.nodes > 0; });
  // A file that is the machine as well has its job with it.
  const bool is_own = std::ranges::find(files, job.topology) != files.end();
  if (job.nodes || job.devices || job.topology.empty() || is_own || is_known) {
    return {std::move(job)};
  }
  const auto* const loaded = machine.shown();
  if (loaded == nullptr || loaded->cluster.node_count > 1) return {std::move(job)};
  const core::Topology& node = loaded->cluster.node;
  if (core::host_count(node) > 1) return {std::move(job)};
  const auto logged = logged_job_in(files, machine.files());
  const int ranks = common_ranks(rows);
  const bool is_of_log = logged.nodes > 0 && (ranks == 0 || logged.ranks == ranks);
  const auto nodes = is_of_log
                         ? std::optional(logged.nodes)
                         : hw::catalogue::nodes_named_in(people_words(files, machine.files()));
  const int gpus = job.gpus_per_node.value_or(node.gpu_count());
  if (!nodes || !fits(*nodes, gpus, rows)) return {std::move(job)};
  job.nodes = *nodes;
  if (ranks > 0 && !job.gpus_per_node) job.gpus_per_node = ranks / *nodes;
  return {std::move(job),
          fmt::format("deduced: {}, as {}", core::counted(*nodes, "node"),
                      is_of_log ? "NCCL's lines show" : "the words of the text say")};
}

JobOnNodes without_unseen_nvls(setup::JobRequest job, const std::vector<std::string>& files,
                               const setup::NamedMachine& machine) {
  constexpr std::string_view kVariable = "NCCL_NVLS_ENABLE=";
  const bool is_own = std::ranges::find(files, job.topology) != files.end();
  const bool is_given = std::ranges::any_of(
      job.variables.env, [&](const std::string& one) { return one.starts_with(kVariable); });
  if (job.topology.empty() || is_own || is_given || files.size() != 1) return {std::move(job)};
  // A log may be large, and most are without such a line.
  const auto text = machine.files().read(files.front(), hw::io::kMaxFileBytes);
  if (!text || !core::has(*text, " 0 nvls channels")) return {std::move(job)};
  const auto run = logged_run_in(files, machine.files());
  const bool is_unseen = run && run->plan.channels.nvls == 0 && run->job.gpus_per_node > 1;
  if (!is_unseen) return {std::move(job)};
  const auto* const loaded = machine.shown();
  if (loaded == nullptr || !has_nvls(loaded->cluster.node)) return {std::move(job)};
  job.variables.env.push_back(std::string(kVariable) + "0");
  return {std::move(job), "deduced: NCCL ran without NVLS, as its lines show 0 nvls channels"};
}

}  // namespace treering::app::measurements
