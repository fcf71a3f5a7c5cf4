#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/devices.h"
#include "hw/formats/nccl_xml/fields.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {
namespace {

// Attributes without a name, which NCCL's dumps have and XML does not allow.
//
// NCCL 2.28 takes the ' ' and '/' before the '>' of an element for an attribute without a name
// (src/graph/xml.cc, xmlGetNode), and writes it to NCCL_TOPO_DUMP_FILE as ` =""`.

constexpr std::string_view kValue = "=\"\"";
constexpr std::string_view kSpace = " \t\r\n";

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

bool is_space(char c) {
  return kSpace.find(c) != std::string_view::npos;
}

/// Blanks the values of the tag that starts at `start`; returns where it ends.
std::size_t clean_tag(std::string& text, std::size_t start) {
  char quote = '\0';
  bool is_tag_name = true;
  bool has_name = false;  // of an attribute, whose value is still to come
  for (std::size_t at = start + 1; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      has_name = has_name && c != quote;
      if (c == quote) quote = '\0';
    } else if (c == '>') {
      return at + 1;
    } else if (is_quote(c)) {
      quote = c;
    } else if (is_space(c)) {
      is_tag_name = false;
    } else if (!is_tag_name && !has_name && text.compare(at, kValue.size(), kValue) == 0) {
      text.replace(at, kValue.size(), kValue.size(), ' ');
    } else {
      has_name = has_name || !is_tag_name;
    }
  }
  return text.size();
}

/// `text` with blanks in place of such values, so that everything else keeps its place.
std::string without_nameless_values(std::string_view text) {
  constexpr std::string_view kComment = "<!--";
  std::string clean(text);
  std::size_t at = clean.find('<');
  while (at != std::string::npos) {
    const bool is_comment = clean.compare(at, kComment.size(), kComment) == 0;
    const std::size_t end = is_comment ? clean.find("-->", at) : clean_tag(clean, at);
    at = clean.find('<', std::min(end, clean.size()));
  }
  return clean;
}

using core::bad_input;
using core::in_quotes;

struct KnownRoot {
  std::string_view name;
  std::string_view what;
};

// Other XML that people mistake for a topology of NCCL's.
constexpr std::array<KnownRoot, 3> kOtherRoots{{
    {"graphs", "a graph file of NCCL (NCCL_GRAPH_FILE): rings and trees, no devices"},
    {"topology", "an hwloc topology"},
    {"nvidia_smi_log", "the output of nvidia-smi -q -x"},
}};

core::Failure wrong_root(const xml::Document& document, const xml::Element& root) {
  for (const KnownRoot& known : kOtherRoots) {
    if (root.name == known.name) {
      return bad_input(document.place_of(root), std::string(known.what),
                       "expected a topology of NCCL, whose root is <system>");
    }
  }
  return bad_input(document.place_of(root), "the root element " + in_quotes(root.name),
                   "expected 'system', as in a topology of NCCL");
}

/// The first element that only AMD's RCCL writes; null when there is none.
const xml::Element* find_rccl(const xml::Element& element) {
  const bool is_amd_gpu = element.name == "gpu" && element.attribute("gcn") != nullptr;
  if (element.name == "xgmi" || is_amd_gpu) return &element;
  for (const xml::Element& child : element.children) {
    if (const xml::Element* found = find_rccl(child)) return found;
  }
  return nullptr;
}

bool has_text(const xml::Element& element) {
  return !element.text.empty() ||
         std::any_of(element.children.begin(), element.children.end(), has_text);
}

core::Result<void> check_system(const xml::Document& document, const xml::Element& system) {
  if (const xml::Element* rccl = find_rccl(system)) {
    return bad_input(document.place_of(*rccl), "a topology of RCCL, for AMD GPUs",
                     "expected one of NCCL, for NVIDIA GPUs");
  }
  const bool has_cpu = std::any_of(system.children.begin(), system.children.end(),
                                   [](const xml::Element& child) { return child.name == "cpu"; });
  if (has_cpu) return {};
  return bad_input(document.place_of(system), "no cpu element",
                   "expected one or more, with pci below",
                   "NCCL writes such a file to NCCL_TOPO_DUMP_FILE");
}

void read_system(const xml::Element& system, Builder& builder) {
  Fields fields(system, builder);
  // NCCL 2.28 src/graph/xml.h:43.
  constexpr int kVersion = 1;
  fields.require("version", "expected version=\"1\"");
  const auto version = fields.integer("version");
  if (version.value_or(kVersion) != kVersion) {
    builder.problem(system, fmt::format("version {}", *version),
                    fmt::format("expected {}", kVersion));
  }
  fields.text("name");
  builder.set_extra(fields.rest());
  if (has_text(system)) {
    builder.note(core::Severity::Warning, system,
                 "text between the elements is skipped; NCCL refuses the file");
  }
  if (builder.failed()) return;
  const Devices devices = read_nccl_devices(system, builder);
  if (!builder.failed()) read_nccl_links(devices, builder);
}

// --- other machines behind the first, as people paste the dumps of two hosts

/// As NCCL tells hosts apart; empty where the file does not say it.
std::string_view host_of_system(const xml::Element& system) {
  for (const xml::Element& child : system.children) {
    const std::string* hash = child.name == "cpu" ? child.attribute("host_hash") : nullptr;
    if (hash != nullptr) return *hash;
  }
  return {};
}

/// Whether hosts of one kind differ in it.
bool is_of_one_host(std::string_view attribute) {
  constexpr std::array<std::string_view, 4> kOwn{"host_hash", "guid", "rank", "name"};
  return std::ranges::find(kOwn, attribute) != kOwn.end();
}

/// The attributes that machines of one kind share; of adapters also the name.
xml::Element kind_of_element(const xml::Element& element) {
  xml::Element kind{element.name, {}, {}, 0, {}};
  for (const auto& attribute : element.attributes) {
    const bool is_name_of_net = element.name == "net" && attribute.first == "name";
    if (is_name_of_net || !is_of_one_host(attribute.first)) kind.attributes.push_back(attribute);
  }
  return kind;
}

bool are_alike(const xml::Element& one, const xml::Element& other) {
  if (one.name != other.name) return false;
  if (kind_of_element(one).attributes != kind_of_element(other).attributes) return false;
  return std::ranges::equal(one.children, other.children, are_alike);
}

/// The number of hosts like the first, with it; notes tell of the others, which are left out.
int hosts_like(const xml::Element& first, const std::vector<xml::Element>& roots,
               Builder& builder) {
  std::vector<std::string_view> hosts{host_of_system(first)};
  for (const xml::Element& other : roots) {
    if (&other == &first || other.name != "system") continue;
    const std::string_view host = host_of_system(other);
    if (!are_alike(first, other)) {
      builder.note(core::Severity::Warning, other,
                   "another system differs from the first, which counts; give each machine in a "
                   "file of its own");
    } else if (std::ranges::find(hosts, host) != hosts.end()) {
      builder.note(core::Severity::Note, other,
                   "the first machine again, or one like it; one is read");
    } else {
      builder.note(core::Severity::Note, other,
                   "another host like the first, by its host_hash: it counts as well");
      hosts.push_back(host);
    }
  }
  return static_cast<int>(hosts.size());
}

std::string name_of_topology(const xml::Element& system, const std::string& where) {
  const std::string* name = system.attribute("name");
  if (name != nullptr && !name->empty()) return *name;
  return core::printable(std::filesystem::path(where).stem().string());
}

}  // namespace

core::Result<ReadTopology> read_nccl_xml(std::string_view text, const std::string& where) {
  const std::string clean = without_nameless_values(text);
  const auto document = xml::Document::parse(clean, where);
  if (!document) return core::fail(document.error());
  const auto& roots = document->roots();
  const auto system = std::find_if(roots.begin(), roots.end(),
                                   [](const xml::Element& root) { return root.name == "system"; });
  if (system == roots.end()) return wrong_root(*document, roots.front());
  if (auto done = check_system(*document, *system); !done) return core::fail(done.error());
  Builder builder(*document, name_of_topology(*system, where));
  read_system(*system, builder);
  const int hosts = builder.failed() ? 1 : hosts_like(*system, roots, builder);
  auto read = std::move(builder).finish();
  if (read) read->hosts = hosts;
  return read;
}

}  // namespace treering::hw::formats::nccl_xml
