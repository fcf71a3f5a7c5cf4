#include "tests/support/large_inputs.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "core/topology/topology.h"

namespace treering::test {
namespace {

constexpr int kMillion = 1'000'000;
// The CPU above the switches has two links for each; NVSwitches take the other links.
constexpr int kNvSwitches = 1000;
constexpr int kPciSwitches = core::kMaxDevices - kNvSwitches - 1;
constexpr int kNvLinks = core::kMaxLinks - 2 * kPciSwitches;

/// 32 devices on each of the 256 buses of a domain.
std::string bus_id(int number) {
  return fmt::format("{:04x}:{:02x}:{:02x}.0", number / 8192, number / 32 % 256, number % 32);
}

void write_devices(std::ostream& out) {
  out << R"({"name": "CPU 0", "kind": "cpu", "arch": "x86_64", "vendor": "GenuineIntel"})";
  for (int i = 0; i < kPciSwitches; ++i) {
    fmt::print(out,
               ",\n{{\"name\": \"switch {}\", \"kind\": \"pci_switch\", \"pci\": {{\"bus_id\": "
               "\"{}\", \"class\": \"0x060400\", \"vendor\": \"0x1000\", \"device\": \"0xc030\", "
               "\"link_speed\": \"32.0 GT/s PCIe\", \"link_width\": 16}}, \"assumed\": "
               "[\"pci/class\"]}}",
               i, bus_id(i));
  }
  for (int i = 0; i < kNvSwitches; ++i) {
    fmt::print(out, ",\n{{\"name\": \"NVSwitch {}\", \"kind\": \"nvswitch\"}}", i);
  }
}

void write_links(std::ostream& out) {
  constexpr const char* kFigures =
      "\"count\": 16, \"gb_per_s\": 63.5, \"latency_us\": 0.1, \"origin\": \"sheet\"";
  for (int i = 0; i < kPciSwitches; ++i) {
    fmt::print(out, "{}{{\"kind\": \"pcie\", \"from\": \"switch {}\", \"to\": \"CPU 0\", {}}}",
               i == 0 ? "" : ",\n", i, kFigures);
  }
  for (int i = 0; i < kNvLinks; ++i) {
    const int from = i % kNvSwitches;
    const int to = (from + 1 + i / kNvSwitches) % kNvSwitches;
    fmt::print(out,
               ",\n{{\"kind\": \"nvlink\", \"from\": \"NVSwitch {}\", \"to\": \"NVSwitch {}\", {}, "
               "\"oneway\": true}}",
               from, to, kFigures);
  }
}

void write_largest_node(std::ostream& out) {
  out << "{\"schema\": \"treering.topology/1\", \"name\": \"largest\",\n\"sources\": {\"sheet\": "
         "{\"kind\": \"specification\", \"source\": \"the data sheet of this machine\"}},\n"
         "\"devices\": [\n";
  write_devices(out);
  out << "],\n\"links\": [\n";
  write_links(out);
  out << "]}\n";
}

void write_largest_cluster(std::ostream& out) {
  out << "{\"schema\": \"treering.cluster/1\", \"node_count\": 10000, \"fabric\": {\"kind\": "
         "\"fat_tree\"}, \"node\":\n";
  write_largest_node(out);
  out << "}\n";
}

void write_json_devices(std::ostream& out) {
  out << "{\"schema\": \"treering.topology/1\", \"name\": \"million\", \"devices\": [\n";
  for (int i = 0; i < kMillion; ++i) {
    fmt::print(out, "{}{{\"name\": \"{}\", \"kind\": \"gpu\"}}", i == 0 ? "" : ",\n", i);
  }
  out << "]}\n";
}

/// Each switch below the one before it. Line 2 has the CPU, line 3 the first switch; after these
/// kMaxDevices lines and one between, link i is in line kMaxDevices + 3 + i.
void write_chain(std::ostream& out) {
  constexpr int kSwitches = core::kMaxDevices - 1;
  out << "{\"schema\": \"treering.topology/1\", \"name\": \"chain\", \"devices\": [\n"
         "{\"name\": \"CPU 0\", \"kind\": \"cpu\"}";
  for (int i = 0; i < kSwitches; ++i) {
    fmt::print(out, ",\n{{\"name\": \"switch {}\", \"kind\": \"pci_switch\"}}", i);
  }
  out << "\n], \"links\": [\n";
  for (int i = 0; i < kSwitches; ++i) {
    const std::string parent = i == 0 ? "CPU 0" : fmt::format("switch {}", i - 1);
    fmt::print(out,
               "{}{{\"kind\": \"pcie\", \"from\": \"switch {}\", \"to\": \"{}\", \"count\": 16, "
               "\"gb_per_s\": 63.5}}",
               i == 0 ? "" : ",\n", i, parent);
  }
  out << "]}\n";
}

void write_json_attributes(std::ostream& out) {
  out << "{\"schema\": \"treering.topology/1\", \"name\": \"million\", \"extra\": {\n";
  for (int i = 0; i < kMillion; ++i) fmt::print(out, "{}\"{}\": \"\"", i == 0 ? "" : ",\n", i);
  out << "}}\n";
}

/// Each switch with a pcilink to the next one, and as many more as there may be links.
void write_largest_xml(std::ostream& out) {
  constexpr int kSwitches = core::kMaxDevices - 1;
  constexpr int kPeers = (core::kMaxLinks - 2 * kSwitches) / kSwitches;
  out << "<system version=\"1\">\n<cpu numaid=\"0\" arch=\"arm64\">\n";
  for (int i = 0; i < kSwitches; ++i) {
    fmt::print(out,
               "<pci busid=\"{}\" class=\"0x060400\" vendor=\"0x1000\" device=\"0xc030\" "
               "subsystem_vendor=\"0x1000\" subsystem_device=\"0x100b\" link_speed=\"32.0 GT/s "
               "PCIe\" link_width=\"16\">\n",
               bus_id(i));
    for (int k = 1; k <= kPeers; ++k) {
      fmt::print(out, "<pcilink target=\"{}\"/>\n", bus_id((i + k) % kSwitches));
    }
    out << "</pci>\n";
  }
  out << "</cpu>\n</system>\n";
}

void write_xml_devices(std::ostream& out) {
  out << "<system version=\"1\">\n<cpu numaid=\"0\" arch=\"arm64\">\n";
  for (int i = 0; i < kMillion; ++i) fmt::print(out, "<pci busid=\"{}\"/>\n", bus_id(i));
  out << "</cpu>\n</system>\n";
}

void write_xml_attributes(std::ostream& out) {
  out << "<system version=\"1\">\n<cpu numaid=\"0\" arch=\"arm64\"\n";
  for (int i = 0; i < kMillion; ++i) fmt::print(out, "a{}=\"\"\n", i);
  out << "/></system>\n";
}

void write_yaml_keys(std::ostream& out) {
  out << "node: dgx-h100\ncount: 4\n";
  for (int i = 0; i < kMillion; ++i) fmt::print(out, "node{}: dgx-h100\n", i);
}

// Lines: entry 65536 of a list that begins in line 2; tag 262145, one a line after the first; after
// three attributes 524286 more, from line 3 on; 65536 bytes are the first two lines (24), 10 lines
// of 16 bytes, 90 of 17, 900 of 18 and 2506 of 19.
std::string matrix_name(int i) {
  return i < core::kMaxGpus ? fmt::format("GPU{}", i) : fmt::format("NIC{}", i - core::kMaxGpus);
}

void write_largest_matrix(std::ostream& out) {
  constexpr int kDevices = 512;
  for (int i = 0; i < kDevices; ++i) out << '\t' << matrix_name(i);
  out << "\tCPU Affinity\n";
  for (int i = 0; i < kDevices; ++i) {
    out << matrix_name(i);
    for (int j = 0; j < kDevices; ++j) {
      const bool is_nvlink = i < core::kMaxGpus && j < core::kMaxGpus;
      out << (i == j ? "\t X " : is_nvlink ? "\tNV18" : "\tNODE");
    }
    out << (i < core::kMaxGpus ? "\t0-31\n" : "\n");
  }
}

void write_matrix_columns(std::ostream& out) {
  for (int i = 0; i < kMillion; ++i) out << "\tGPU" << i;
  out << "\tCPU Affinity\n";
}

void write_matrix_rows(std::ostream& out) {
  out << "\tGPU0\tCPU Affinity\n";
  for (int i = 0; i < kMillion; ++i) out << "GPU0\t X \t0-31\n";
}

constexpr int kLogBytes = 16'000'000;
constexpr int kNodesOfLog = 64;
constexpr int kGpusOfNode = 8;

/// What ranks say of their connections, over and over, as jobs do that make many communicators.
void write_connections(std::ostream& out) {
  for (int bytes = 0, i = 0; bytes < kLogBytes; ++i) {
    const int from = i % (kNodesOfLog * kGpusOfNode);
    const int gpu = from % kGpusOfNode;
    const bool is_last = gpu + 1 == kGpusOfNode;
    const std::string line =
        fmt::format("node{}:{}:{} [{}] NCCL INFO Channel {:02}/0 : {}[{}] -> {}[{}] {}\n",
                    from / kGpusOfNode, 4000 + gpu, 5000 + gpu, gpu, i / 512 % 16, from, gpu,
                    (from + 1) % (kNodesOfLog * kGpusOfNode), (gpu + 1) % kGpusOfNode,
                    is_last ? fmt::format("[send] via NET/IB/{}/GDRDMA", gpu) : "via P2P/CUMEM");
    out << line;
    bytes += static_cast<int>(line.size());
  }
}

/// The lines of a program that trains, below a list of GPUs as nccl-tests prints it.
void write_training(std::ostream& out) {
  for (int gpu = 0; gpu < kGpusOfNode; ++gpu) {
    fmt::print(out, "#  Rank  {0} Group  0 Pid 1 on node0 device  {0} [0x{1:x}] NVIDIA H100\n", gpu,
               0x1b + gpu);
  }
  out << "node0:1:2 [0] NCCL INFO Using network IB\n";
  for (int bytes = 0, i = 0; bytes < kLogBytes; ++i) {
    const std::string line = fmt::format(
        "step {:>8} | samples {:>10} | {:.1f} ms a step | loss {:.6f} | learning rate 1.5e-04\n", i,
        512 * i, 800 + 0.1 * (i % 7), 2.0 + 1.0 / (i + 1));
    out << line;
    bytes += static_cast<int>(line.size());
  }
}

using Shows = LargeInput::Shows;

constexpr std::array<LargeInput, 14> kInputs{{
    {"largest.json", "largest machine", write_largest_node, Shows::Machine, ""},
    {"largest_cluster.json", "10^4 of the largest machine", write_largest_cluster, Shows::Machine,
     ""},
    {"devices.json", "10^6 devices", write_json_devices, Shows::Nothing,
     ":65538: /devices/65536: more than 65536 entries"},
    {"attributes.json", "10^6 attributes", write_json_attributes, Shows::Nothing,
     ":65538: /extra/65536: more than 65536 entries"},
    {"chain.json", "a chain of 16383 switches", write_chain, Shows::Nothing,
     ":16643: /links/256: pci_switch 'switch 256' is number 257 in a chain of PCIe devices"},
    {"largest.xml", "largest machine", write_largest_xml, Shows::Machine, ""},
    {"devices.xml", "10^6 devices", write_xml_devices, Shows::Nothing,
     ": line 262145, column 1, in <cpu>: more than 262144 tags"},
    {"attributes.xml", "10^6 attributes", write_xml_attributes, Shows::Nothing,
     ": line 524288, column 8, in <cpu>: more than 524288 attributes"},
    {"largest.txt", "largest matrix of nvidia-smi", write_largest_matrix, Shows::Machine, ""},
    {"columns.txt", "a matrix of 10^6 columns", write_matrix_columns, Shows::Nothing,
     ": line 1: 4096 columns, expected at most 512"},
    {"rows.txt", "10^6 rows of one GPU", write_matrix_rows, Shows::Nothing,
     ": line 3: row GPU0 given twice, expected one, and line 2 has it"},
    {"run.log", "NCCL's connections", write_connections, Shows::Run,
     ": an NCCL log that does not show its machine"},
    {"training.log", "a program that trains", write_training, Shows::Machine, ""},
    {"keys.yaml", "10^6 keys", write_yaml_keys, Shows::Nothing, ":3509: more than 65536 bytes"},
}};

}  // namespace

std::span<const LargeInput> large_inputs() {
  return kInputs;
}

}  // namespace treering::test
