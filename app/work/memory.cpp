#include "app/work/memory.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "sim/schedule/schedule.h"

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

namespace {

using sim::schedule::StreamId;

/// The stream itself, and the connections that it sends over.
RunSize size_of_stream(const sim::schedule::Schedule& schedule, const sim::engine::Wiring& wiring,
                       StreamId id) {
  // The first ports stand for all of a stream that sends to very many.
  constexpr int kLookedAt = 64;
  const auto sends = schedule.stream(id).sends;
  RunSize size{0, 0, 1};
  int looked_at = 0;
  for (int port = 0; port < static_cast<int>(std::ssize(sends)); ++port) {
    if (sends[static_cast<std::size_t>(port)] == sim::schedule::kNoPeer) continue;
    size.connections += 1;
    if (looked_at == kLookedAt) continue;
    size.crossings += static_cast<double>(wiring.wire(id, port).route.size());
    ++looked_at;
  }
  if (looked_at > 0) size.crossings *= size.connections / looked_at;
  return size;
}

}  // namespace

/// The first stream, which may be the root's, and some of the others are looked at.
RunSize size_of(const sim::schedule::Schedule& schedule, const sim::engine::Wiring& wiring) {
  constexpr StreamId kLookedAt = 64;
  if (schedule.streams() == 0) return {};
  RunSize all = size_of_stream(schedule, wiring, 0);
  const StreamId others = schedule.streams() - 1;
  const StreamId some = std::min(others, kLookedAt);
  if (some == 0) return all;
  const double each = (sim::schedule::streams_without_copies(schedule) - 1.0) / some;
  for (StreamId i = 0; i < some; ++i) {
    const RunSize one = size_of_stream(schedule, wiring, 1 + i * (others / some));
    all.connections += each * one.connections;
    all.crossings += each * one.crossings;
    all.streams += each;
  }
  return all;
}

/// Measured, resident bytes less those of a small run: hierarchical on summit takes 281 a
/// connection with 5.7 crossings on 128 nodes and 276 on 256; with jitter, where all streams
/// differ, gb200-nvl72 x 512 takes 643 a connection (1.03 streams, 2.1 crossings), alltoall on
/// dgx-h100 x 64 890 and on summit x 64 850 (a stream each, 7.9 and 5.9 crossings). All are within
/// 12 %.
double memory_of(const RunSize& size) {
  constexpr double kPerConnection = 170;
  constexpr double kPerCrossing = 20;
  constexpr double kPerStream = 500;
  return size.connections * kPerConnection + size.crossings * kPerCrossing +
         size.streams * kPerStream;
}

std::string memory_text(const RunSize& size) {
  constexpr double kMillion = 1e6;
  constexpr double kGb = 1e9;
  const double gb = memory_of(size) / kGb;
  constexpr double kWhole = 10;
  return fmt::format("{:.0f} million connections, which take {:.{}f} GB of memory",
                     size.connections / kMillion, gb, gb < kWhole ? 1 : 0);
}

}  // namespace treering::app::work
