#include "core/topology/printable_texts.h"

#include "core/host_state/fields.h"
#include "core/text/quote.h"

namespace treering::core {
namespace {

void clean(std::string& text) {
  text = printable(text);
}

/// Visits every field, so that a new one cannot be forgotten.
struct TextCleaner {
  static void field(const char* /*name*/, std::string& text) { clean(text); }
  template <class NoText>
  static void field(const char* /*name*/, NoText& /*value*/) {}
  template <class T>
  void part(const char* /*name*/, T& value) {
    describe(*this, value);
  }
  template <class T>
  void figure(const char* /*name*/, std::optional<Figure<T>>& value) {
    if (value) describe(*this, *value);
  }
  template <class T>
  void list(const char* /*name*/, std::vector<T>& values) {
    for (T& value : values) describe(*this, value);
  }
};

}  // namespace

void make_printable(HostState& host) {
  TextCleaner cleaner;
  describe(cleaner, host);
}

void make_printable(Device& device) {
  clean(device.name);
  for (auto& [key, value] : device.extra) {
    clean(key);
    clean(value);
  }
  for (std::string& field : device.assumed) clean(field);
  if (auto* cpu = std::get_if<Cpu>(&device.info)) {
    for (std::string* text : {&cpu->arch, &cpu->vendor, &cpu->affinity}) clean(*text);
  }
  if (!device.pci) return;
  PciFunction& pci = *device.pci;
  for (std::string* text : {&pci.class_code, &pci.vendor, &pci.device, &pci.subsystem_vendor,
                            &pci.subsystem_device, &pci.link_speed}) {
    clean(*text);
  }
}

}  // namespace treering::core
