// Names of links. There are hundreds of thousands, and they are alike: "node 17: GPU 0 -> NVSwitch"
// is where the link is, and its name there; each of both is kept once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine/sharing/fair_share.h"

namespace treering::sim::timeline {

class LinkNames {
 public:
  /// Of the links 0 to `links` - 1.
  LinkNames(int links, const std::function<std::string(engine::LinkId)>& name);

  int count() const { return static_cast<int>(names_.size()); }
  std::string operator[](engine::LinkId link) const;
  /// "node 17: "; empty where the name has no such part.
  std::string_view place(engine::LinkId link) const { return parts_[name_of(link).place]; }
  /// The rest.
  std::string_view own(engine::LinkId link) const { return parts_[name_of(link).own]; }

 private:
  struct Name {  // in parts_
    std::uint32_t place = 0;
    std::uint32_t own = 0;
  };

  const Name& name_of(engine::LinkId link) const { return names_[static_cast<std::size_t>(link)]; }

  std::vector<std::string> parts_;
  std::vector<Name> names_;  // by link
};

}  // namespace treering::sim::timeline
