#include "tests/support/cpu_identity.h"

namespace treering::testing {

std::string with_cpu_identity(std::string xml) {
  constexpr std::string_view kTag = "<cpu ";
  for (auto at = xml.find(kTag); at != std::string::npos; at = xml.find(kTag, at + 1)) {
    const std::string tag = xml.substr(at, xml.find('>', at) - at);
    const bool is_x86 = tag.find("x86_64") != std::string::npos;
    if (is_x86 || tag.find("vendor=") != std::string::npos) continue;
    xml.insert(at + kTag.size(), R"(vendor="" familyid="0" modelid="0" )");
  }
  return xml;
}

}  // namespace treering::testing
