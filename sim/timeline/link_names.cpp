#include "sim/timeline/link_names.h"

#include "core/numbers.h"

namespace treering::sim::timeline {

LinkNames::LinkNames(int links, const std::function<std::string(engine::LinkId)>& name) {
  constexpr std::string_view kEnd = ": ";
  core::Numbers<std::string> parts;
  names_.reserve(static_cast<std::size_t>(links));
  for (engine::LinkId link = 0; link < links; ++link) {
    const std::string whole = name(link);
    const std::size_t end = whole.find(kEnd);
    const std::size_t length = end == std::string::npos ? 0 : end + kEnd.size();
    const std::uint32_t where = parts.number_of(whole.substr(0, length));
    names_.push_back({where, parts.number_of(whole.substr(length))});
  }
  parts_ = parts.take();
}

std::string LinkNames::operator[](engine::LinkId link) const {
  std::string name(place(link));
  name += own(link);
  return name;
}

}  // namespace treering::sim::timeline
