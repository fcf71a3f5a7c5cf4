#include "app/work/memory.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "core/text/lines.h"
#include "core/text/words.h"
#include "sim/schedule/agents.h"

namespace treering::app::work {
namespace {

constexpr std::uint64_t kKib = 1024;

std::string text_of(const hw::io::Files& files, const std::string& path) {
  // Far above any of these files.
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  if (!files.exists(path)) return {};
  return files.read(path, kMost).value_or("");
}

/// The number after a name at the begin of a line; nothing for "unlimited".
std::optional<std::uint64_t> figure_in(std::string_view text, std::string_view name) {
  for (core::LineReader lines(text); lines.next();) {
    if (!lines.line().starts_with(name)) continue;
    std::istringstream fields{std::string(lines.line().substr(name.size()))};
    std::string word;
    fields >> word;
    return core::whole_number<std::uint64_t>(word);
  }
  return {};
}

/// Less than `most`, where it is known.
void limit(std::optional<std::uint64_t>& most, std::optional<std::uint64_t> left) {
  if (left) most = most ? std::min(*most, *left) : *left;
}

/// What is left of an allowance.
std::optional<std::uint64_t> left_of(std::optional<std::uint64_t> allowed,
                                     std::optional<std::uint64_t> used) {
  if (!allowed || !used) return {};
  return *allowed - std::min(*allowed, *used);
}

}  // namespace

std::optional<std::uint64_t> free_memory(const hw::io::Files& files) {
  std::optional<std::uint64_t> most;
  const auto available = figure_in(text_of(files, "/proc/meminfo"), "MemAvailable:");
  if (available) limit(most, *available * kKib);
  const auto own = figure_in(text_of(files, "/proc/self/status"), "VmSize:");
  limit(most, left_of(figure_in(text_of(files, "/proc/self/limits"), "Max address space"),
                      own ? std::optional(*own * kKib) : std::nullopt));
  // Control groups of version 2, of a container: Linux, Documentation/admin-guide/cgroup-v2.rst.
  limit(most, left_of(figure_in(text_of(files, "/sys/fs/cgroup/memory.max"), ""),
                      figure_in(text_of(files, "/sys/fs/cgroup/memory.current"), "")));
  return most;
}

/// The first stream, which may be the root's, and some of the others are looked at.
double connections_of(const sim::schedule::Schedule& schedule) {
  using sim::schedule::StreamId;
  constexpr StreamId kLookedAt = 64;
  if (schedule.streams() == 0) return 0;
  const auto ports = [&](StreamId id) {
    const auto sends = schedule.stream(id).sends;
    return static_cast<double>(std::ssize(sends) -
                               std::ranges::count(sends, sim::schedule::kNoPeer));
  };
  const StreamId others = schedule.streams() - 1;
  const StreamId some = std::min(others, kLookedAt);
  double sum = 0;
  for (StreamId i = 0; i < some; ++i) sum += ports(1 + i * (others / some));
  const double average = some > 0 ? sum / some : 0;
  return ports(0) + average * (sim::schedule::streams_without_copies(schedule) - 1);
}

/// Measured: hierarchical on summit takes 273 bytes a connection on 256 nodes, 289 on 128.
double memory_of(double connections) {
  constexpr double kPerConnection = 285;
  return connections * kPerConnection;
}

std::string memory_text(double connections) {
  constexpr double kMillion = 1e6;
  constexpr double kGb = 1e9;
  return fmt::format("{:.0f} million connections, which take {:.0f} GB of memory",
                     connections / kMillion, memory_of(connections) / kGb);
}

}  // namespace treering::app::work
