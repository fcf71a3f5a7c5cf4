#include "tuner/launch/shape.h"

#include <charconv>
#include <cstddef>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::tuner::launch {
namespace {

constexpr const char* kField = "⟨shaped⟩";

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.push_back(core::trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// What a text of rates is for.
struct Purpose {
  std::string field;
  double least = kLeastGbit;
  double most = kMostGbit;
};

core::Result<double> rate_of(std::string_view text, const Purpose& purpose) {
  double gbit = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, gbit);
  // Not a number is within no limits.
  if (code != std::errc() || stop != end || !(gbit >= purpose.least && gbit <= purpose.most)) {
    return core::usage_error(
        purpose.field, core::in_quotes(text),
        fmt::format("expected Gbit/s from {} to {}", purpose.least, purpose.most));
  }
  return gbit;
}

/// Of one rank: "2=0.02".
core::Result<void> take_exception(std::string_view part, const Purpose& purpose,
                                  std::vector<double>& gbit, std::set<std::size_t>& taken) {
  const std::size_t sign = part.find('=');
  if (sign == std::string_view::npos) {
    return core::usage_error(purpose.field, core::in_quotes(part),
                             "expected RANK=GBIT after a comma", "for example 0.1,2=0.02");
  }
  const auto rank = core::whole_number<std::size_t>(core::trimmed(part.substr(0, sign)));
  if (!rank || *rank >= gbit.size()) {
    return core::usage_error(purpose.field, "rank " + core::in_quotes(part.substr(0, sign)),
                             fmt::format("have 0..{}", gbit.size() - 1));
  }
  if (!taken.insert(*rank).second) {
    return core::usage_error(purpose.field, fmt::format("rank {} twice", *rank));
  }
  const auto rate = rate_of(core::trimmed(part.substr(sign + 1)), purpose);
  if (!rate) return core::fail(rate.error());
  gbit[*rank] = *rate;
  return {};
}

core::Result<std::vector<double>> rates_by_rank(std::string_view text, int ranks,
                                                const Purpose& purpose) {
  const std::vector<std::string_view> parts = parts_of(text);
  if (parts.front().find('=') != std::string_view::npos) {
    return core::usage_error(purpose.field, core::in_quotes(text),
                             "expected the rate of all ranks first", "for example 0.1,2=0.02");
  }
  const auto rate = rate_of(parts.front(), purpose);
  if (!rate) return core::fail(rate.error());
  std::vector<double> gbit(static_cast<std::size_t>(ranks), *rate);
  std::set<std::size_t> taken;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto done = take_exception(parts[i], purpose, gbit, taken);
    if (!done) return core::fail(done.error());
  }
  return gbit;
}

core::Result<void> check_ranks(std::size_t ranks, const std::string& where) {
  if (ranks <= static_cast<std::size_t>(kMostShapedRanks)) return {};
  return core::usage_error(where, fmt::format("{} ranks", ranks),
                           fmt::format("expected at most {}", kMostShapedRanks));
}

}  // namespace

core::Result<std::vector<double>> parse_shape(std::string_view text, int ranks) {
  if (const auto checked = check_ranks(static_cast<std::size_t>(ranks), kField); !checked) {
    return core::fail(checked.error());
  }
  return rates_by_rank(text, ranks, {kField});
}

core::Result<std::vector<double>> parse_links(std::string_view text, int ranks,
                                              const std::string& field) {
  constexpr double kFastest = 10000;
  return rates_by_rank(text, ranks, {field, kLeastGbit, kFastest});
}

core::Result<std::vector<double>> parse_rates(std::string_view text, const std::string& where) {
  const std::vector<std::string_view> parts = parts_of(text);
  if (const auto checked = check_ranks(parts.size(), where); !checked) {
    return core::fail(checked.error());
  }
  std::vector<double> gbit;
  for (const std::string_view part : parts) {
    const auto rate = rate_of(part, {where});
    if (!rate) return core::fail(rate.error());
    gbit.push_back(*rate);
  }
  return gbit;
}

std::vector<std::string> words_to_shape(const std::string& program,
                                        const std::vector<double>& gbit) {
  return {program, "--rates", fmt::format("{}", fmt::join(gbit, ",")), "--"};
}

std::string shaped_host(int rank) {
  return fmt::format("r{}", rank);
}

std::string shaped_address(int rank) {
  return fmt::format("10.77.0.{}", rank + 1);
}

}  // namespace treering::tuner::launch
