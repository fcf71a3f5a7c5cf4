// Names of links. There are hundreds of thousands, and they are alike: "node 17: GPU 0 -> NVSwitch"
// is where the link is, and its name there; each of both is kept once.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/few_values.h"
#include "sim/engine/sharing/fair_share.h"

namespace treering::sim::timeline {

class LinkNames {
 public:
  /// Of the links 0 to `links` - 1.
  LinkNames(int links, const std::function<std::string(engine::LinkId)>& name);

  int count() const { return static_cast<int>(owns_.size()); }
  std::string operator[](engine::LinkId link) const;
  /// "node 17: "; empty where the name has no such part.
  std::string_view place(engine::LinkId link) const { return places_[index(link)]; }
  /// The rest.
  std::string_view own(engine::LinkId link) const { return owns_[index(link)]; }

 private:
  static std::size_t index(engine::LinkId link) { return static_cast<std::size_t>(link); }

  // By link.
  core::FewValues<std::string> places_;
  core::FewValues<std::string> owns_;
};

}  // namespace treering::sim::timeline
