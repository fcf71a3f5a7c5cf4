#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/host_state/json.h"
#include "core/topology/checks.h"

namespace treering::core {
namespace printable_texts_test {

/// Puts `text` into every text field, and an entry into every list.
struct Filler {
  std::string text;
  int count = 0;

  void field(const char* /*name*/, std::string& value) {
    value = text;
    ++count;
  }
  template <class NoText>
  static void field(const char* /*name*/, NoText& /*value*/) {}
  template <class T>
  void part(const char* /*name*/, T& value) {
    describe(*this, value);
  }
  template <class T>
  void figure(const char* /*name*/, std::optional<Figure<T>>& value) {
    describe(*this, value.emplace());
  }
  template <class T>
  void list(const char* /*name*/, std::vector<T>& values) {
    describe(*this, values.emplace_back());
  }
};

HostState filled(const std::string& text) {
  HostState host;
  Filler filler{text};
  describe(filler, host);
  EXPECT_GT(filler.count, 50);  // 26 members, each at least with the source of its origin
  return host;
}

TEST(PrintableTexts, EveryTextOfAHostStateIs) {
  HostState host = filled("a\n\x1b[31m\u202e");
  make_printable(host);
  EXPECT_EQ(host, filled("a??[31m?"));
}

TEST(PrintableTexts, EveryTextOfADeviceIs) {
  const auto device = [](const std::string& text) {
    Device made{.name = text, .info = Cpu{}, .pci = PciFunction{}};
    made.extra = {{text, text}};
    made.assumed = {text};
    auto& cpu = std::get<Cpu>(made.info);
    for (std::string* one : {&cpu.arch, &cpu.vendor, &cpu.affinity, &made.pci->class_code,
                             &made.pci->vendor, &made.pci->device, &made.pci->subsystem_vendor,
                             &made.pci->subsystem_device, &made.pci->link_speed}) {
      *one = text;
    }
    return made;
  };
  Device made = device("eth\x1b");
  make_printable(made);
  EXPECT_EQ(made, device("eth?"));
}

}  // namespace printable_texts_test
}  // namespace treering::core
