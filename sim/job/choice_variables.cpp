#include "sim/job/choice_variables.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/suggest.h"
#include "sim/job/value_text.h"

namespace treering::sim::job {

namespace {

using core::Collective;

constexpr std::array kCollectives{Collective::Broadcast, Collective::Reduce, Collective::AllGather,
                                  Collective::ReduceScatter, Collective::AllReduce};

/// Whether the names are equal, ignoring case. NCCL allows no other difference: no spaces, no '_'.
bool is_word(std::string_view a, std::string_view b) {
  return core::lower_case(a) == core::lower_case(b);
}

core::Failure unknown(const ChoiceWords& words, std::string_view what, std::string_view given,
                      const std::vector<std::string_view>& known) {
  const auto closest = core::closest_name(given, known);
  return core::usage_error(
      std::string(words.variable),
      fmt::format("NCCL knows no {} '{}' and fails to make a communicator", what, given), "",
      closest ? fmt::format("did you mean '{}'", *closest) : "");
}

core::Result<std::vector<Collective>> collectives_of(std::string_view name,
                                                     const ChoiceWords& words) {
  std::vector<std::string_view> known;
  for (const Collective collective : kCollectives) {
    known.push_back(core::nccl_name_of(collective));
    if (is_word(name, known.back())) return std::vector{collective};
  }
  return unknown(words, "collective", name, known);
}

core::Result<std::uint32_t> mask_of(std::string_view list, const ChoiceWords& words) {
  const bool is_excluded = list.starts_with('^');
  if (is_excluded) list.remove_prefix(1);
  std::uint32_t named = 0;
  for (const std::string_view name : parts_of(list, ',')) {
    const auto found = std::ranges::find_if(
        words.names, [&](std::string_view known) { return is_word(name, known); });
    if (found == words.names.end()) {
      return unknown(words, words.what, name, {words.names.begin(), words.names.end()});
    }
    named |= 1U << static_cast<unsigned>(found - words.names.begin());
  }
  const std::uint32_t all = (1U << words.names.size()) - 1;
  return is_excluded ? all & ~named : named;
}

}  // namespace

PlainList read_plain_list(std::string_view text, const ChoiceWords& words) {
  PlainList result;
  const bool is_excluded = text.starts_with('^');
  if (is_excluded) text.remove_prefix(1);
  std::uint32_t named = 0;
  for (const std::string_view name : parts_of(text, ',')) {
    const auto found = std::ranges::find_if(
        words.names, [&](std::string_view known) { return is_word(name, known); });
    if (found == words.names.end()) {
      result.unknown.push_back(name);
    } else {
      named |= 1U << static_cast<unsigned>(found - words.names.begin());
    }
  }
  const std::uint32_t all = (1U << words.names.size()) - 1;
  for (const Collective collective : kCollectives) {
    result.list.set(collective, is_excluded ? all & ~named : named);
  }
  return result;
}

core::Result<ChoiceList> read_choice_list(std::string_view text, const ChoiceWords& words) {
  ChoiceList result;
  for (const std::string_view entry : parts_of(text, ';')) {
    const std::vector<std::string_view> sides = parts_of(entry, ':');
    if (sides.empty() || (sides.size() == 1 && entry.data() != text.data())) {
      return core::usage_error(std::string(words.variable),
                               fmt::format("'{}' names no collective", entry),
                               "expected one before each list but the first",
                               fmt::format("write it like allreduce:{}", words.names.front()));
    }
    std::vector<Collective> collectives(kCollectives.begin(), kCollectives.end());
    if (sides.size() > 1) {
      auto named = collectives_of(sides[0], words);
      if (!named) return core::fail(named.error());
      collectives = *std::move(named);
    }
    const auto mask = mask_of(sides[sides.size() > 1 ? 1 : 0], words);
    if (!mask) return core::fail(mask.error());
    for (const Collective collective : collectives) result.set(collective, *mask);
  }
  return result;
}

namespace {

using nccl::Algorithm;
using nccl::Protocol;
using Text = std::string_view;

template <class Element, std::size_t N>
std::array<Text, N> names_of() {
  std::array<Text, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = name_of(static_cast<Element>(i));
  return names;
}

/// Names that the version does not have are empty. Before CollNetChain there was one CollNet,
/// modelled as CollNetDirect (v2.13.4-1, src/init.cc, ncclAlgoStr).
std::array<Text, nccl::kAlgorithms> algorithms_of(const nccl::versions::Version& version) {
  auto names = names_of<Algorithm, nccl::kAlgorithms>();
  const auto& offered = version.tuning.offered;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (offered[static_cast<Algorithm>(i)] == nccl::versions::Offered::Never) names[i] = {};
  }
  const bool is_one = offered[Algorithm::CollNetChain] == nccl::versions::Offered::Never;
  if (is_one) names[static_cast<std::size_t>(Algorithm::CollNetDirect)] = "CollNet";
  return names;
}

Remark set_list(Text text, const ChoiceWords& words, ChoiceList& target) {
  const auto list = read_choice_list(text, words);
  if (!list) return core::fail(list.error());
  target = *list;
  return "";
}

std::string remark_on(Text unknown, const ChoiceWords& words,
                      const nccl::versions::Version& version) {
  constexpr Text kMarks = ";:";
  const bool is_by_collective = unknown.find_first_of(kMarks) != Text::npos;
  return fmt::format("NCCL {} knows no {} {} and ignores it{}", version.name, words.what,
                     core::in_quotes(unknown),
                     is_by_collective ? "; lists by collective came with 2.24" : "");
}

Remark set_old_list(Text text, const ChoiceWords& words, const nccl::versions::Version& version,
                    ChoiceList& target) {
  const PlainList plain = read_plain_list(text, words);
  target = plain.list;
  return plain.unknown.empty() ? "" : remark_on(plain.unknown.front(), words, version);
}

}  // namespace

Remark set_algorithms(Text text, Settings& settings) {
  const auto names = names_of<Algorithm, nccl::kAlgorithms>();
  return set_list(text, {"NCCL_ALGO", "algorithm", names}, settings.algorithms);
}

Remark set_protocols(Text text, Settings& settings) {
  const auto names = names_of<Protocol, nccl::kProtocols>();
  return set_list(text, {"NCCL_PROTO", "protocol", names}, settings.protocols);
}

Remark set_old_algorithms(Text text, const nccl::versions::Version& version, Settings& settings) {
  const auto names = algorithms_of(version);
  return set_old_list(text, {"NCCL_ALGO", "algorithm", names}, version, settings.algorithms);
}

Remark set_old_protocols(Text text, const nccl::versions::Version& version, Settings& settings) {
  const auto names = names_of<Protocol, nccl::kProtocols>();
  return set_old_list(text, {"NCCL_PROTO", "protocol", names}, version, settings.protocols);
}

}  // namespace treering::sim::job
