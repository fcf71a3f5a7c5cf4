#include "sim/job/listed_choices.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "sim/job/read_choice_list.h"

namespace treering::sim::job {
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
