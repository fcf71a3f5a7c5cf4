#include "report/figures.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/units.h"

namespace treering::report {
namespace {

// ECMA-48, 8.3.117 SGR: 1 is bold, 0 the default.
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

/// With as many decimals, two at most, as fit into `width`.
std::string fitted(double value, std::size_t width) {
  std::string text;
  for (int decimals = 2; decimals >= 0; --decimals) {
    text = fmt::format("{:.{}f}", value, decimals);
    if (text.size() <= width) break;
  }
  return text;
}

/// Without a point where it has three digits before it.
std::string three_digits(double value) {
  if (value < 10) return fmt::format("{:.2f}", value);
  if (value < 100) return fmt::format("{:.1f}", value);
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return fmt::format("{:.0f}", std::round(value / unit) * unit);
}

struct TimeUnit {
  double us;
  std::string_view name;
};

TimeUnit unit_of(core::Duration time) {
  constexpr double kRounding = 1 - 1e-9;
  for (const TimeUnit& unit : {TimeUnit{1e6, "s"}, TimeUnit{1e3, "ms"}, TimeUnit{1, "us"}}) {
    if (time.in_us() >= unit.us * kRounding) return unit;
  }
  return {1e-3, "ns"};
}

}  // namespace

std::string time_figure(core::Duration time) {
  return fitted(time.in_us(), 7);
}

std::string bandwidth_figure(core::Bandwidth bandwidth) {
  return fitted(bandwidth.in_gb_per_s(), 6);
}

std::string interval_figure(core::Duration low, core::Duration high) {
  return fmt::format("{}..{}", three_digits(low.in_us()), three_digits(high.in_us()));
}

std::string short_time(core::Duration time) {
  const TimeUnit unit = unit_of(time);
  return fmt::format("{} {}", significant(time.in_us() / unit.us), unit.name);
}

std::string short_times(core::Duration low, core::Duration high) {
  const TimeUnit unit = unit_of(high);
  return fmt::format("{} to {} {}", significant(low.in_us() / unit.us),
                     significant(high.in_us() / unit.us), unit.name);
}

std::string significant(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  if (text.find("e+") == std::string::npos) return text;
  return fmt::format("{:.0f}", std::stod(text));
}

std::string choice_name(std::string_view algorithm, std::string_view protocol) {
  return fmt::format("{}/{}", algorithm, protocol);
}

std::string sizes_text(core::Bytes first, core::Bytes last, std::optional<core::Bytes> below) {
  const std::string from = core::format_size(first);
  if (below) return fmt::format("{} to below {}", from, core::format_size(*below));
  return first == last ? from : fmt::format("{} to {}", from, core::format_size(last));
}

std::string bold(std::string_view text, bool is_allowed) {
  return is_allowed ? fmt::format("{}{}{}", kBold, text, kPlain) : std::string(text);
}

std::string guarded(std::string_view text, bool is_bold_allowed) {
  if (!is_bold_allowed) return core::printable_lines(text);
  std::string result;
  while (!text.empty()) {
    const std::size_t next = std::min({text.find(kBold), text.find(kPlain), text.size()});
    result += core::printable_lines(text.substr(0, next));
    text.remove_prefix(next);
    const std::size_t own = text.starts_with(kBold) ? kBold.size() : kPlain.size();
    result += text.substr(0, own);
    text.remove_prefix(std::min(own, text.size()));
  }
  return result;
}

}  // namespace treering::report
