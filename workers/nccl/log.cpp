#include "workers/nccl/log.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "core/text/reading.h"
#include "workers/nccl/abilities.h"

namespace treering::workers::nccl {

namespace {

constexpr const char* kLevel = "NCCL_DEBUG";
constexpr const char* kSubsystems = "NCCL_DEBUG_SUBSYS";
constexpr const char* kFile = "NCCL_DEBUG_FILE";

/// NCCL reads "%p" as the number of the process.
std::string as_pattern(const std::string& path) {
  std::string pattern;
  for (const char one : path) pattern += one == '%' ? "%%" : std::string(1, one);
  return pattern;
}

}  // namespace

void set_variable(const char* name, const std::string& value) {
  if (value.empty()) {
    unsetenv(name);
  } else {
    setenv(name, value.c_str(), 1);
  }
}

void forget_log_variables() {
  for (const char* const name : {kLevel, kSubsystems, kFile}) unsetenv(name);
}

Log::Log(const Nccl& nccl, std::string file) : nccl_(nccl), file_(std::move(file)) {}

void Log::switch_on() {
  if (!can_switch()) return;
  set_variable(kLevel, "INFO");
  set_variable(kSubsystems, "TUNING");
  set_variable(kFile, as_pattern(file_));
  nccl_.reset_log();
}

std::string Log::switch_off() {
  if (!can_switch()) return "";
  forget_log_variables();
  nccl_.reset_log();
  std::ifstream file(file_);
  return {std::istreambuf_iterator<char>(file), {}};
}

namespace {

/// What stands in `text` between the end of `before` and the next blank; nothing without `before`.
std::optional<std::string_view> word_after(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + before.size());
  return rest.substr(0, rest.find(' '));
}

/// A name as it is, or the one of a number.
std::string named(std::string_view word, std::span<const Name> names) {
  const auto number = core::whole_number<std::size_t>(word);
  if (!number) return core::lower_case(word);
  return *number < names.size() ? std::string(names[*number].ours) : std::string(word);
}

/// Of "{0..3}": 4.
int channels_of(std::string_view range) {
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos || !range.starts_with('{') || !range.ends_with('}')) return 0;
  const auto low = core::whole_number<int>(range.substr(1, dots - 1));
  const auto high = core::whole_number<int>(range.substr(dots + 2, range.size() - dots - 3));
  return low && high && *high >= *low ? *high - *low + 1 : 0;
}

std::optional<sim::Way> choice_in(std::string_view line, std::string_view name) {
  const auto algorithm = word_after(line, " Bytes -> Algo ");
  const auto protocol = word_after(line, " proto ");
  if (!algorithm || !protocol) return {};
  if (line.find(" " + std::string(name) + ": ") == std::string_view::npos) return {};
  sim::Way chosen{named(*algorithm, kAlgorithms), named(*protocol, kProtocols), 0};
  if (const auto range = word_after(line, "channel{Lo..Hi}=")) {
    chosen.channels = channels_of(*range);
  }
  return chosen;
}

}  // namespace

std::vector<sim::Way> choices_in(std::string_view log, core::Collective collective) {
  std::vector<sim::Way> all;
  const std::string_view name = logged_name(collective);
  if (name.empty()) return all;
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    if (const auto chosen = choice_in(core::trimmed(log.substr(0, end)), name)) {
      all.push_back(*chosen);
    }
    log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
  }
  return all;
}

std::string_view logged_name(core::Collective collective) {
  using core::Collective;
  switch (collective) {
    case Collective::AllReduce:
      return "AllReduce";
    case Collective::ReduceScatter:
      return "ReduceScatter";
    case Collective::AllGather:
      return "AllGather";
    case Collective::Broadcast:
      return "Broadcast";
    case Collective::Reduce:
      return "Reduce";
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
    case Collective::SendRecv:
    case Collective::Barrier:
      break;
  }
  return "";
}

}  // namespace treering::workers::nccl
