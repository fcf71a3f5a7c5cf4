#include "hw/discover/sources/limits.h"

#include <sstream>
#include <string>

#include "core/host_state/host_state.h"
#include "core/text/reading.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kMounts = "/proc/mounts";
constexpr const char* kLimits = "/proc/self/limits";
constexpr const char* kMemory = "/proc/meminfo";
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 60U;

/// "65536k", "8g", "50%" of the memory, "1073741824".
std::optional<std::uint64_t> size_in(std::string_view text, std::uint64_t memory_bytes) {
  if (text.empty()) return {};
  constexpr std::string_view kUnitLetters = "kmgt";
  const char last = core::lower_case(text.substr(text.size() - 1)).front();
  const std::size_t unit = kUnitLetters.find(last);
  const bool is_share = last == '%';
  const bool has_unit = is_share || unit != std::string_view::npos;
  const auto number =
      core::whole_number<std::uint64_t>(text.substr(0, text.size() - (has_unit ? 1 : 0)));
  if (!number || *number > kMostBytes) return {};
  if (is_share) {
    if (memory_bytes == 0 || *number > 100) return {};
    return memory_bytes / 100 * *number;
  }
  if (!has_unit) return number;
  const unsigned shift = 10U * (static_cast<unsigned>(unit) + 1U);
  if (*number > kMostBytes >> shift) return {};
  return *number << shift;
}

/// The size in "rw,nosuid,size=65536k"; the default of tmpfs where none is given.
std::optional<std::uint64_t> size_of_mount(const std::string& options, std::uint64_t memory_bytes) {
  constexpr std::string_view kSize = "size=";
  std::istringstream stream(options);
  for (std::string option; std::getline(stream, option, ',');) {
    if (option.starts_with(kSize)) {
      return size_in(std::string_view(option).substr(kSize.size()), memory_bytes);
    }
  }
  if (memory_bytes == 0) return {};
  return memory_bytes / 2;
}

}  // namespace

std::optional<std::uint64_t> shm_size_in(std::string_view mounts, std::uint64_t memory_bytes) {
  std::optional<std::uint64_t> size;
  for (core::LineReader lines(mounts); lines.next();) {
    const std::string line(lines.line());
    std::istringstream fields(line);
    std::string device, folder, kind, options;
    if (!(fields >> device >> folder >> kind >> options) || folder != "/dev/shm") continue;
    // The last one covers those before it.
    size = kind == "tmpfs" ? size_of_mount(options, memory_bytes) : std::nullopt;
  }
  return size;
}

std::optional<std::uint64_t> memlock_in(std::string_view limits) {
  constexpr std::string_view kName = "Max locked memory";
  for (core::LineReader lines(limits); lines.next();) {
    const std::string line(lines.line());
    if (!line.starts_with(kName)) continue;
    std::istringstream fields(line.substr(kName.size()));
    std::string now;
    fields >> now;
    if (now == "unlimited") return core::kUnlimited;
    return core::whole_number<std::uint64_t>(now);
  }
  return {};
}

std::optional<std::uint64_t> memory_in(std::string_view meminfo) {
  constexpr std::string_view kName = "MemTotal:";
  for (core::LineReader lines(meminfo); lines.next();) {
    const std::string line(lines.line());
    if (!line.starts_with(kName)) continue;
    std::istringstream fields(line.substr(kName.size()));
    std::string kib;
    fields >> kib;
    return size_in(kib + "k", 0);
  }
  return {};
}

LimitFacts discover_limits(const world::World& world) {
  FactReader reader(world);
  LimitFacts facts;
  const auto memory = memory_in(reader.plain_text(kMemory));
  const auto mounts = reader.text(kMounts);
  const auto shm = mounts ? shm_size_in(mounts->value, memory.value_or(0)) : std::nullopt;
  if (shm) facts.shm_bytes = {*shm, mounts->origin};
  const auto limits = reader.text(kLimits);
  const auto memlock = limits ? memlock_in(limits->value) : std::nullopt;
  if (memlock) facts.memlock_bytes = {*memlock, limits->origin};
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
