#include "sim/timeline/link_names.h"

#include <unordered_map>

namespace treering::sim::timeline {

LinkNames::LinkNames(int links, const std::function<std::string(engine::LinkId)>& name) {
  constexpr std::string_view kEnd = ": ";
  std::unordered_map<std::string, std::uint32_t> known;
  const auto part = [&](std::string text) {
    const auto next = static_cast<std::uint32_t>(parts_.size());
    const auto [place, is_new] = known.try_emplace(std::move(text), next);
    if (is_new) parts_.push_back(place->first);
    return place->second;
  };
  names_.reserve(static_cast<std::size_t>(links));
  for (engine::LinkId link = 0; link < links; ++link) {
    const std::string whole = name(link);
    const std::size_t end = whole.find(kEnd);
    const std::size_t length = end == std::string::npos ? 0 : end + kEnd.size();
    const std::uint32_t where = part(whole.substr(0, length));
    names_.push_back({where, part(whole.substr(length))});
  }
}

std::string LinkNames::operator[](engine::LinkId link) const {
  std::string name(place(link));
  name += own(link);
  return name;
}

}  // namespace treering::sim::timeline
