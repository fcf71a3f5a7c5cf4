#include "hw/catalogue/named_networks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"

namespace treering::hw::catalogue {
namespace {

using NetworkKind = NamedNetwork::Kind;
using Tokens = std::vector<std::string>;

// Gbit/s of adapters on the market since 2010.
constexpr std::array kPortRates{10, 25, 40, 50, 56, 100, 200, 400, 800};
constexpr int kMostAdapters = 16;  // of a node

struct SpeedName {
  std::string_view word;
  int gbit_per_s = 0;
};

// Speeds of InfiniBand over four lanes, and of halved ports (InfiniBand Trade Association,
// roadmap).
constexpr std::array kSpeedNames{
    SpeedName{"FDR", 56},     SpeedName{"EDR", 100},    SpeedName{"HDR", 200},
    SpeedName{"HDR100", 100}, SpeedName{"HDR200", 200}, SpeedName{"NDR", 400},
    SpeedName{"NDR200", 200}, SpeedName{"NDR400", 400}, SpeedName{"XDR", 800}};

template <std::size_t count>
bool is_among_words(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 4> kEthernetWords{"ethernet", "eth", "gbe", "gige"};
constexpr std::array<std::string_view, 6> kAdapterWords{"nics",     "hcas",  "adapters",
                                                        "adaptors", "cards", "rails"};
constexpr std::array<std::string_view, 12> kNetworkNouns{
    "nic",      "hca",   "adapter", "card",         "port", "ports",
    "mellanox", "links", "network", "interconnect", "rdma", "bluefield"};
// Before a speed they say that it was measured.
constexpr std::array<std::string_view, 26> kResultWords{
    "only",     "get",   "gets",    "getting", "got",        "achieve", "achieves",
    "achieved", "reach", "reaches", "reached", "measured",   "measure", "see",
    "seeing",   "saw",   "busbw",   "algbw",   "throughput", "avg",     "average",
    "just",     "than",  "below",   "under",   "result"};

SpeedName speed_named(std::string_view word) {
  const auto found = std::ranges::find(kSpeedNames, word, &SpeedName::word);
  return found == kSpeedNames.end() ? SpeedName() : *found;
}

/// What a word says of the network's kind.
NetworkKind kind_of(std::string_view word) {
  const std::string small = core::lower_case(word);
  if (small == "ib" || small == "infiniband" || speed_named(word).gbit_per_s > 0) {
    return NetworkKind::InfiniBand;
  }
  if (small.starts_with("roce")) return NetworkKind::RoCE;
  return is_among_words(kEthernetWords, small) ? NetworkKind::Ethernet : NetworkKind::Unknown;
}

bool is_network_word(std::string_view word) {
  const std::string small = core::lower_case(word);
  return kind_of(word) != NetworkKind::Unknown || is_among_words(kAdapterWords, small) ||
         is_among_words(kNetworkNouns, small) || small.starts_with("connectx") ||
         (small.starts_with("cx") && core::is_digit(small.back()));  // "CX-7"
}

/// "8x400G" as "8", "x", "400G".
void add_parts(const std::string& word, Tokens& tokens) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  const bool has_count = digits != std::string::npos && digits > 0 && digits <= 2 &&
                         (word[digits] == 'x' || word[digits] == 'X');
  if (!has_count) {
    tokens.push_back(word);
    return;
  }
  tokens.push_back(word.substr(0, digits));
  tokens.emplace_back("x");
  if (digits + 1 < word.size()) tokens.push_back(word.substr(digits + 1));
}

/// The words of a line; "*" and the sign for "times" are "x". Options and names with "_" are whole.
Tokens tokens_of(std::string_view line) {
  constexpr std::string_view kTimes = "\xc3\x97";
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_times = line.substr(i, kTimes.size()) == kTimes;
    if (c == '*' || is_times) {
      plain += " x ";
      if (is_times) ++i;
      continue;
    }
    const bool is_kept = core::is_letter_or_digit(c) || core::has("._-=/", std::string_view(&c, 1));
    plain += is_kept ? c : ' ';
  }
  Tokens tokens;
  for (std::size_t at = 0; at < plain.size();) {
    const std::size_t end = std::min(plain.find(' ', at), plain.size());
    const std::string word(core::trimmed(std::string_view(plain).substr(at, end - at), "./"));
    if (!word.empty()) add_parts(word == "X" ? "x" : word, tokens);
    at = end + 1;
  }
  return tokens;
}

enum class Unit : std::uint8_t { None, Letter, Bits, Ethernet };

/// Of bytes none: "200GB".
Unit unit_of(std::string_view text) {
  constexpr std::array<std::string_view, 4> kEthernet{"gbe", "gige", "ge", "gbit-ethernet"};
  constexpr std::array<std::string_view, 6> kBits{"gbps",  "gb/s", "gbit/s",
                                                  "gbits", "gbit", "gbits/s"};
  const std::string small = core::lower_case(text);
  if (is_among_words(kEthernet, small)) return Unit::Ethernet;
  if (text.starts_with("GB")) return Unit::None;
  if (is_among_words(kBits, small)) return Unit::Bits;
  return small == "g" || small == "gb" ? Unit::Letter : Unit::None;
}

struct RateAt {
  int gbit_per_s = 0;  // 0: none
  std::size_t words = 1;
  Unit unit = Unit::None;
  bool is_name = false;  // "HDR"
};

RateAt rate_at(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at];
  if (const SpeedName name = speed_named(word); name.gbit_per_s > 0) {
    return {name.gbit_per_s, 1, Unit::None, true};
  }
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto number = core::whole_number<int>(std::string_view(word).substr(0, digits));
  if (!number || std::ranges::find(kPortRates, *number) == kPortRates.end()) return {};
  const bool is_whole = digits == word.size();
  if (is_whole && at + 1 == tokens.size()) return {};
  const Unit unit = unit_of(is_whole ? tokens[at + 1] : word.substr(digits));
  if (unit == Unit::None) return {};
  return {*number, is_whole ? std::size_t{2} : std::size_t{1}, unit, false};
}

int count_in(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, int>, 6> kNumberWords{
      {{"single", 1}, {"one", 1}, {"dual", 2}, {"two", 2}, {"four", 4}, {"eight", 8}}};
  const std::string small = core::lower_case(word);
  const auto named =
      std::ranges::find(kNumberWords, small, [](const auto& one) { return one.first; });
  if (named != kNumberWords.end()) return named->second;
  const int count = core::whole_number<int>(word).value_or(0);
  return count > 0 && count <= kMostAdapters ? count : 0;
}

/// "8 NICs" in the few words before.
int count_of_adapters(const Tokens& tokens, std::size_t at) {
  constexpr std::size_t kNear = 5;
  for (std::size_t i = at > kNear ? at - kNear : 0; i + 1 < at; ++i) {
    if (is_among_words(kAdapterWords, core::lower_case(tokens[i + 1]))) return count_in(tokens[i]);
  }
  return 0;
}

/// "HDR InfiniBand adapter 1EA": behind the words of an adapter.
int count_of_each(const Tokens& tokens, std::size_t at) {
  constexpr std::string_view kEach = "ea";
  while (at < tokens.size() && is_network_word(tokens[at])) ++at;
  if (at == tokens.size()) return 0;
  const std::string small = core::lower_case(tokens[at]);
  const std::size_t digits = std::min(small.find_first_not_of("0123456789"), small.size());
  const bool is_apart =
      digits == small.size() && at + 1 < tokens.size() && core::lower_case(tokens[at + 1]) == kEach;
  return is_apart || small.substr(digits) == kEach ? count_in(small.substr(0, digits)) : 0;
}

/// The adapters of the rate; 0: not said.
int adapters_at(const Tokens& tokens, std::size_t at, const RateAt& rate) {
  constexpr int kLanes = 4;  // of a port: "4x EDR"
  if (at > 1 && tokens[at - 1] == "x") {
    const int count = count_in(tokens[at - 2]);
    return rate.is_name && count == kLanes ? 0 : count;
  }
  // "4x Mellanox HDR".
  std::size_t maker = at;
  while (maker > 0 && (is_network_word(tokens[maker - 1]) || tokens[maker - 1] == "NVIDIA"))
    --maker;
  if (maker < at && maker > 1 && tokens[maker - 1] == "x") return count_in(tokens[maker - 2]);
  const std::size_t next = at + rate.words;
  if (next + 1 < tokens.size() && tokens[next] == "x") return count_in(tokens[next + 1]);
  const bool is_of_ports = next < tokens.size() && core::lower_case(tokens[next]) == "port";
  if (at > 0 && !is_of_ports && !core::is_digit(tokens[at - 1][0])) {
    if (const int count = count_in(tokens[at - 1]); count > 0) return count;
  }
  const int behind = count_of_each(tokens, next);
  return behind > 0 ? behind : count_of_adapters(tokens, at);
}

bool has_near(const Tokens& tokens, std::size_t first, std::size_t end,
              bool (*is_wanted)(std::string_view)) {
  for (std::size_t i = first; i < std::min(end, tokens.size()); ++i) {
    if (is_wanted(tokens[i])) return true;
  }
  return false;
}

bool is_result_word(std::string_view word) {
  return is_among_words(kResultWords, core::lower_case(word));
}

/// Whether the words around it make it the rate of an adapter.
bool is_of_network(const Tokens& tokens, std::size_t at, const RateAt& rate) {
  constexpr std::size_t kNear = 6;
  constexpr std::size_t kBefore = 3;
  const std::size_t next = at + rate.words;
  if (has_near(tokens, at > kBefore ? at - kBefore : 0, at, is_result_word)) return false;
  if (rate.is_name || rate.unit == Unit::Ethernet) return true;
  if (rate.unit == Unit::Letter) {
    const bool is_option = at > 0 && tokens[at - 1].starts_with('-');
    const bool is_before = at > 0 && is_network_word(tokens[at - 1]);
    return !is_option && (is_before || has_near(tokens, next, next + 1, is_network_word));
  }
  return has_near(tokens, at > kNear ? at - kNear : 0, next + kNear, is_network_word);
}

NetworkKind kind_at(const Tokens& tokens, std::size_t at, const RateAt& rate) {
  constexpr std::size_t kNear = 6;
  NetworkKind found = rate.unit == Unit::Ethernet ? NetworkKind::Ethernet : NetworkKind::Unknown;
  for (std::size_t i = at > kNear ? at - kNear : 0;
       i < std::min(at + rate.words + kNear, tokens.size()); ++i) {
    const NetworkKind kind = kind_of(tokens[i]);
    if (kind == NetworkKind::Unknown || kind == found) continue;
    // "8x400G NDR, and 10GbE for ssh".
    if (rate.unit == Unit::Ethernet && kind == NetworkKind::InfiniBand) continue;
    const bool is_plainer = kind == NetworkKind::Ethernet && found != NetworkKind::Unknown;
    if (!is_plainer) found = kind;
  }
  return found;
}

/// Lines of tools, whose rates are those of single ports or of what was measured.
bool is_line_of_tool(std::string_view line) {
  constexpr std::array<std::string_view, 8> kMarks{"active_speed", "LnkSta", "LnkCap", "GT/s",
                                                   "Active/",      "BW ",    "busbw",  "algbw"};
  return core::has_any(line, kMarks) || core::trimmed(line).starts_with("Rate:");
}

void add_networks_of(std::string_view line, std::vector<NamedNetwork>& all) {
  const Tokens tokens = tokens_of(line);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const RateAt rate = rate_at(tokens, i);
    if (rate.gbit_per_s == 0 || !is_of_network(tokens, i, rate)) continue;
    all.push_back({kind_at(tokens, i, rate), adapters_at(tokens, i, rate), rate.gbit_per_s});
  }
}

/// "4" of "4 IB ports", "8 x NICs" at `at`; 0 for others, and where it is a result: "only 4 NICs".
int adapters_counted_at(const Tokens& tokens, std::size_t at) {
  constexpr std::size_t kBefore = 3;
  const int count = count_in(tokens[at]);
  if (count == 0 || has_near(tokens, at > kBefore ? at - kBefore : 0, at, is_result_word)) return 0;
  std::size_t first = at + 1;
  if (first < tokens.size() && tokens[first] == "x") ++first;
  std::size_t end = first;
  while (end < tokens.size() && is_network_word(tokens[end])) ++end;
  if (end == first) return 0;
  const std::string noun = core::lower_case(tokens[end - 1]);
  if (!is_among_words(kAdapterWords, noun) && noun != "ports") return 0;
  // Cards, adapters and ports alone may be of anything.
  return noun == "nics" || noun == "hcas" || end > first + 1 ? count : 0;
}

bool is_plain_ethernet(const NamedNetwork& one) {
  return one.kind == NetworkKind::Ethernet;
}

NetworkKind kind_in(std::string_view text) {
  const bool is_roce = core::has_word(text, "RoCE") || core::has_word(text, "RoCEv2");
  const bool is_ib = core::has_word(text, "InfiniBand");
  if (is_roce == is_ib) return NetworkKind::Unknown;
  return is_roce ? NetworkKind::RoCE : NetworkKind::InfiniBand;
}

}  // namespace

std::string text_of(const NamedNetwork& network) {
  std::string text = network.adapters > 0 ? fmt::format("{} of {} Gbit/s",
                                                        core::counted(network.adapters, "adapter"),
                                                        network.gbit_per_s)
                                          : fmt::format("{} Gbit/s", network.gbit_per_s);
  if (network.kind == NetworkKind::InfiniBand) text += ", InfiniBand";
  if (network.kind == NetworkKind::RoCE) text += ", RoCE";
  if (network.kind == NetworkKind::Ethernet) text += ", Ethernet";
  return text;
}

int adapters_named_in(std::string_view text) {
  int found = 0;
  for (core::LineReader lines(text); lines.next();) {
    if (is_line_of_tool(lines.line())) continue;
    const Tokens tokens = tokens_of(lines.line());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const int count = adapters_counted_at(tokens, i);
      if (count == 0) continue;
      if (found != 0 && found != count) return 0;
      found = count;
    }
  }
  return found;
}

std::optional<NamedNetwork> network_named_in(std::string_view text) {
  std::vector<NamedNetwork> all;
  constexpr std::size_t kLongestLine = 2000;
  for (core::LineReader lines(text); lines.next();) {
    if (lines.line().size() > kLongestLine || is_line_of_tool(lines.line())) continue;
    add_networks_of(lines.line(), all);
  }
  if (!std::ranges::all_of(all, is_plain_ethernet)) std::erase_if(all, is_plain_ethernet);
  if (all.empty()) return {};
  NamedNetwork found = all.front();
  for (const NamedNetwork& one : all) {
    const bool is_other =
        one.gbit_per_s != found.gbit_per_s ||
        (one.adapters > 0 && found.adapters > 0 && one.adapters != found.adapters) ||
        (one.kind != NetworkKind::Unknown && found.kind != NetworkKind::Unknown &&
         one.kind != found.kind);
    if (is_other) return {};
    found.adapters = std::max(found.adapters, one.adapters);
    if (found.kind == NetworkKind::Unknown) found.kind = one.kind;
  }
  if (found.kind == NetworkKind::Unknown) found.kind = kind_in(text);
  return found;
}

}  // namespace treering::hw::catalogue
