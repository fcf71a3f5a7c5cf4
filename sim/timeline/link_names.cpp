#include "sim/timeline/link_names.h"

namespace treering::sim::timeline {

LinkNames::LinkNames(int links, const std::function<std::string(engine::LinkId)>& name) {
  constexpr std::string_view kEnd = ": ";
  places_.reserve(static_cast<std::size_t>(links));
  owns_.reserve(static_cast<std::size_t>(links));
  for (engine::LinkId link = 0; link < links; ++link) {
    const std::string whole = name(link);
    const std::size_t end = whole.find(kEnd);
    const std::size_t length = end == std::string::npos ? 0 : end + kEnd.size();
    places_.push_back(whole.substr(0, length));
    owns_.push_back(whole.substr(length));
  }
}

std::string LinkNames::operator[](engine::LinkId link) const {
  std::string name(place(link));
  name += own(link);
  return name;
}

}  // namespace treering::sim::timeline
