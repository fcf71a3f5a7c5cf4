// The table of GPUs.
#include <array>

#include "hw/catalogue/gpu_table.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace {

constexpr auto kBoard = GpuModel::Form::Board;
constexpr auto kCard = GpuModel::Form::Card;
constexpr auto kLap = GpuModel::Form::Laptop;
constexpr auto kOnChip = GpuModel::Form::OnChip;
constexpr auto kSwitch = GpuJoining::NvSwitch;
constexpr auto kMesh = GpuJoining::Mesh;
constexpr auto kPair = GpuJoining::Bridge;
constexpr auto kNo = GpuJoining::None;
constexpr GpuSlot kG2{2, 16};
constexpr GpuSlot kG3{3, 16};
constexpr GpuSlot kG4{4, 16};
constexpr GpuSlot kG5{5, 16};
constexpr std::string_view kForDesks = "BLACKWELL WORKSTATION";

// Names: as NVIDIA's driver prints them, open-gpu-kernel-modules 595.45.04,
// src/nvidia/generated/g_nv_name_released.h, which also has the PCI ids since Turing; older ones:
// pci-ids.ucw.cz. Compute capability: developer.nvidia.com/cuda-gpus and cuda-legacy-gpus.
// SMs, slots, memory and NVLinks: NVIDIA's whitepapers of the architectures Pascal to Blackwell and
// the data sheets and product briefs, of GeForce the pages of nvidia.com/geforce, which give CUDA
// cores: 64 an SM on GP100, Volta, GA100 and Turing, else 128. NVLinks of cards: those whose
// bridges NVIDIA sells, which it has left out since Ada. A800 and H800: 400 GB/s both ways.
// Where NVIDIA states no SMs, as CUDA reports them in published benchmarks: B200 and B300 148 (two
// dies of 74: chipsandcheese.com, "Nvidia's B200", 2025; "B300 SXM6 AC"), GB200 and GB300 152
// (kernels of flashinfer-ai/flashinfer), H20 78, H100 NVL 132, H800 PCIe 114, L20 92, A10G 80.
// 0 where no public figure is known, or where one name stands for several: RTX 2060 and 3050, GTX
// 1060 and 1650, RTX 6000D, B100.
// name, word, capability, SMs, form, slot, joining, NVLinks, GB, PCI ids, mark, Grace, stands alone
constexpr auto kGpus = std::to_array<GpuModel>({
    // Superchips: a Grace and its GPUs.
    {"GB300", "GB300", 103, 152, kBoard, {6, 16}, kSwitch, 18, 0, {"0x31c2"}, "", true, true},
    {"GB200", "GB200", 100, 152, kBoard, kG5, kSwitch, 18, 0, {"0x2941"}, "", true},
    {"GH200", "GH200", 90, 132, kBoard, kG5, kSwitch, 18, 0, {"0x2342", "0x2348"}, "", true, true},
    // Boards and cards of data centres.
    {"B300 SXM6", "B300", 103, 148, kBoard, {6, 16}, kSwitch, 18, 0, {"0x3182"}},
    {"B200", "B200", 100, 148, kBoard, kG5, kSwitch, 18, 0, {"0x2901"}},
    {"B100", "B100", 100, 0, kBoard, kG5, kSwitch, 18, 0},
    {"H200 SXM5", "H200", 90, 132, kBoard, kG5, kSwitch, 18, 141, {"0x2335"}},
    {"H200 NVL", "H200", 90, 132, kCard, kG5, kPair, 18, 141, {"0x233b"}, "NVL"},
    {"H100 SXM5", "H100", 90, 132, kBoard, kG5, kSwitch, 18, 80, {"0x2330"}},
    {"H100 SXM5 64GB", "H100", 90, 132, kBoard, kG5, kSwitch, 18, 64, {"0x2339"}, "64GB"},
    {"H100 NVL", "H100", 90, 132, kCard, kG5, kPair, 12, 94, {"0x2321"}, "NVL"},
    {"H100 PCIe", "H100", 90, 114, kCard, kG5, kPair, 12, 80, {"0x2331"}, "PCIE"},
    {"H800 SXM5", "H800", 90, 132, kBoard, kG5, kSwitch, 8, 80, {"0x2324"}},
    {"H800 NVL", "H800", 90, 0, kCard, kG5, kPair, 8, 94, {"0x233a"}, "NVL"},
    {"H800 PCIe", "H800", 90, 114, kCard, kG5, kPair, 8, 80, {"0x2322"}, "PCIE"},
    {"H20", "H20", 90, 78, kBoard, kG5, kSwitch, 18, 96, {"0x2329"}},
    {"H20-3e", "H20 3E", 90, 78, kBoard, kG5, kSwitch, 18, 141, {"0x232c"}},
    {"A100 SXM4", "A100", 80, 108, kBoard, kG4, kSwitch, 12, 0, {"0x20b0", "0x20b2"}, "SXM"},
    {"A100 SXM4 64GB", "A100", 80, 0, kBoard, kG4, kSwitch, 12, 64, {"0x20b3"}, "64GB"},
    {"A100 PCIe", "A100", 80, 108, kCard, kG4, kPair, 12, 0, {"0x20b5", "0x20f1"}},
    {"A800 SXM4", "A800", 80, 108, kBoard, kG4, kSwitch, 8, 0, {"0x20f3", "0x20bd"}, "SXM"},
    {"A800 PCIe", "A800", 80, 108, kCard, kG4, kPair, 8, 80, {"0x20f5"}},
    {"A800 40GB Active", "A800", 80, 108, kCard, kG4, kPair, 8, 40, {"0x20f6"}, "ACTIVE"},
    {"A30", "A30", 80, 56, kCard, kG4, kPair, 4, 24, {"0x20b7"}},
    {"A40", "A40", 86, 84, kCard, kG4, kPair, 4, 48, {"0x2235"}},
    {"A10", "A10", 86, 72, kCard, kG4, kNo, 0, 24, {"0x2236"}},
    {"A10G", "A10G", 86, 80, kCard, kG4, kNo, 0, 24, {"0x2237"}},
    {"A10M", "A10M", 86, 0, kCard, kG4, kNo, 0, 0, {"0x2238"}},
    {"A16", "A16", 86, 10, kCard, {4, 0}, kNo, 0, 16},
    {"A2", "A2", 86, 10, kCard, {4, 8}, kNo, 0, 16},
    {"L40S", "L40S", 89, 142, kCard, kG4, kNo, 0, 48, {"0x26b9"}},
    {"L40", "L40", 89, 142, kCard, kG4, kNo, 0, 48, {"0x26b5"}},
    {"L40G", "L40G", 89, 0, kCard, kG4, kNo, 0, 24},
    {"L20", "L20", 89, 92, kCard, kG4, kNo, 0, 48, {"0x26ba"}},
    {"L4", "L4", 89, 58, kCard, kG4, kNo, 0, 24, {"0x27b8"}},
    {"L2", "L2", 89, 0, kCard, kG4, kNo, 0, 24, {"0x27b6"}},
    {"T4", "T4", 75, 40, kCard, kG3, kNo, 0, 16, {"0x1eb8"}},
    {"T10", "T10", 75, 0, kCard, kG3, kNo, 0, 16},
    {"V100 SXM3", "V100", 70, 80, kBoard, kG3, kSwitch, 6, 32, {"0x1db8"}, "SXM3"},
    {"V100 SXM2", "V100", 70, 80, kBoard, kG3, kMesh, 6, 0, {"0x1db1", "0x1db5"}, "SXM2"},
    {"V100 DGXS", "V100", 70, 80, kCard, kG3, kMesh, 4, 0, {}, "DGXS"},
    {"V100 FHHL", "V100", 70, 80, kCard, kG3, kNo, 0, 16, {}, "FHHL"},
    {"V100 PCIe", "V100", 70, 80, kCard, kG3, kNo, 0, 0, {"0x1db4", "0x1db6"}},
    {"V100S", "V100S", 70, 80, kCard, kG3, kNo, 0, 32},
    {"P100 SXM2", "P100", 60, 56, kBoard, kG3, kMesh, 4, 16, {"0x15f9"}, "SXM2"},
    {"P100 PCIe", "P100", 60, 56, kCard, kG3, kNo, 0, 0, {"0x15f8"}},
    {"P40", "P40", 61, 30, kCard, kG3, kNo, 0, 24},
    {"P6", "P6", 61, 16, kCard, kG3, kNo, 0, 16},
    {"P4", "P4", 61, 20, kCard, kG3, kNo, 0, 8},
    // Workstations: Blackwell.
    {"RTX PRO 6000", "RTX PRO 6000", 120, 188, kCard, kG5, kNo, 0, 96},
    {"RTX PRO 6000 Server", "RTX PRO 6000", 120, 188, kCard, kG5, kNo, 0, 96, {"0x2bb5"}, "SERVER"},
    {"RTX PRO 6000 Max-Q", "RTX PRO 6000", 120, 188, kCard, kG5, kNo, 0, 96, {"0x2bb4"}, "MAX-Q"},
    {"RTX PRO 6000 Blackwell Workstation",
     "RTX PRO 6000",
     120,
     188,
     kCard,
     kG5,
     kNo,
     0,
     96,
     {"0x2bb1"},
     kForDesks},
    {"RTX 6000D", "RTX 6000D", 120, 0, kCard, kG5, kNo, 0, 0, {"0x2bb9"}},
    {"RTX PRO 5000", "RTX PRO 5000", 120, 110, kCard, kG5, kNo, 0, 0, {"0x2bb3"}},
    {"RTX PRO 4500", "RTX PRO 4500", 120, 82, kCard, kG5, kNo, 0, 32, {"0x2c31"}},
    {"RTX PRO 4000", "RTX PRO 4000", 120, 70, kCard, kG5, kNo, 0, 24, {"0x2c34"}},
    {"RTX PRO 4000 SFF", "RTX PRO 4000", 120, 70, kCard, {5, 8}, kNo, 0, 24, {"0x2c33"}, "SFF"},
    {"RTX PRO 2000", "RTX PRO 2000", 120, 34, kCard, {5, 8}, kNo, 0, 16, {"0x2d30"}},
    {"RTX PRO 5000 Laptop", "RTX PRO 5000", 120, 82, kLap, {5, 0}, kNo, 0, 24, {}, "LAPTOP"},
    {"RTX PRO 4000 Laptop", "RTX PRO 4000", 120, 60, kLap, {5, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"RTX PRO 3000 Laptop", "RTX PRO 3000", 120, 46, kLap, {5, 0}, kNo, 0, 12},
    {"RTX PRO 2000 Laptop", "RTX PRO 2000", 120, 26, kLap, {5, 0}, kNo, 0, 8, {}, "LAPTOP"},
    // Workstations: Ada Lovelace.
    {"RTX 6000 Ada", "RTX 6000 ADA", 89, 142, kCard, kG4, kNo, 0, 48, {"0x26b1"}},
    {"RTX 5880 Ada", "RTX 5880", 89, 110, kCard, kG4, kNo, 0, 48, {"0x26b3"}},
    {"RTX 5000 Ada", "RTX 5000 ADA", 89, 100, kCard, kG4, kNo, 0, 32, {"0x26b2"}},
    {"RTX 4500 Ada", "RTX 4500 ADA", 89, 60, kCard, kG4, kNo, 0, 24, {"0x27b1"}},
    {"RTX 4000 Ada", "RTX 4000 ADA", 89, 48, kCard, kG4, kNo, 0, 20, {"0x27b2"}},
    {"RTX 4000 SFF Ada", "RTX 4000 SFF ADA", 89, 48, kCard, kG4, kNo, 0, 20, {"0x27b0"}},
    {"RTX 2000 Ada", "RTX 2000 ADA", 89, 22, kCard, {4, 8}, kNo, 0, 16, {"0x28b0"}},
    {"RTX 2000E Ada", "RTX 2000E ADA", 89, 22, kCard, {4, 8}, kNo, 0, 16},
    {"RTX 5000 Ada Laptop", "RTX 5000 ADA", 89, 76, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"RTX 4000 Ada Laptop", "RTX 4000 ADA", 89, 58, kLap, {4, 0}, kNo, 0, 12, {}, "LAPTOP"},
    {"RTX 3500 Ada Laptop", "RTX 3500 ADA", 89, 40, kLap, {4, 0}, kNo, 0, 12},
    {"RTX 3000 Ada Laptop", "RTX 3000 ADA", 89, 36, kLap, {4, 0}, kNo, 0, 8},
    {"RTX 2000 Ada Laptop", "RTX 2000 ADA", 89, 24, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"RTX 1000 Ada Laptop", "RTX 1000 ADA", 89, 20, kLap, {4, 0}, kNo, 0, 6},
    {"RTX 500 Ada Laptop", "RTX 500 ADA", 89, 16, kLap, {4, 0}, kNo, 0, 4},
    // Workstations: Ampere.
    {"RTX A6000", "A6000", 86, 84, kCard, kG4, kPair, 4, 48, {"0x2230"}},
    {"RTX A5500", "A5500", 86, 80, kCard, kG4, kPair, 4, 24, {"0x2233"}},
    {"RTX A5000", "A5000", 86, 64, kCard, kG4, kPair, 4, 24, {"0x2231"}},
    {"RTX A4500", "A4500", 86, 56, kCard, kG4, kPair, 4, 20, {"0x2232"}},
    {"RTX A4000", "A4000", 86, 48, kCard, kG4, kNo, 0, 16, {"0x24b0"}},
    {"RTX A2000", "A2000", 86, 26, kCard, kG4, kNo, 0, 0, {"0x2531", "0x2571"}},
    {"RTX A1000", "A1000", 86, 18, kCard, {4, 8}, kNo, 0, 8, {"0x25b0"}},
    {"RTX A400", "A400", 86, 6, kCard, {4, 8}, kNo, 0, 4, {"0x25b2"}},
    {"RTX A5500 Laptop", "A5500", 86, 58, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"RTX A5000 Laptop", "A5000", 86, 48, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"RTX A4500 Laptop", "A4500", 86, 46, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"RTX A4000 Laptop", "A4000", 86, 40, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"RTX A3000 Laptop", "A3000", 86, 32, kLap, {4, 0}, kNo, 0, 0},
    {"RTX A2000 Laptop", "A2000", 86, 20, kLap, {4, 0}, kNo, 0, 0, {}, "LAPTOP"},
    {"RTX A1000 Laptop", "A1000", 86, 16, kLap, {4, 0}, kNo, 0, 0, {}, "LAPTOP"},
    {"RTX A500 Laptop", "A500", 86, 16, kLap, {4, 0}, kNo, 0, 4},
    // Workstations: Turing, Volta, Pascal.
    {"Quadro RTX 8000", "RTX 8000", 75, 72, kCard, kG3, kPair, 2, 48},
    {"Quadro RTX 6000", "QUADRO RTX 6000", 75, 72, kCard, kG3, kPair, 2, 24},
    {"Quadro RTX 5000", "QUADRO RTX 5000", 75, 48, kCard, kG3, kPair, 1, 16},
    {"Quadro RTX 4000", "QUADRO RTX 4000", 75, 36, kCard, kG3, kNo, 0, 8},
    {"Quadro RTX 3000", "QUADRO RTX 3000", 75, 30, kLap, {3, 0}, kNo, 0, 6},
    {"T1200 Laptop", "T1200", 75, 16, kLap, {3, 0}, kNo, 0, 4},
    {"T1000", "T1000", 75, 14, kCard, kG3, kNo, 0, 0},
    {"T600", "T600", 75, 10, kCard, kG3, kNo, 0, 4},
    {"T400", "T400", 75, 6, kCard, kG3, kNo, 0, 0},
    {"Quadro GV100", "GV100", 70, 80, kCard, kG3, kPair, 4, 32},
    {"Quadro GP100", "GP100", 60, 56, kCard, kG3, kPair, 4, 16},
    {"Quadro P6000", "P6000", 61, 30, kCard, kG3, kNo, 0, 24},
    {"Quadro P5000", "P5000", 61, 20, kCard, kG3, kNo, 0, 16},
    {"Quadro P4000", "P4000", 61, 14, kCard, kG3, kNo, 0, 8},
    {"Quadro P2200", "P2200", 61, 10, kCard, kG3, kNo, 0, 5},
    {"Quadro P2000", "P2000", 61, 8, kCard, kG3, kNo, 0, 5},
    {"Quadro P1000", "P1000", 61, 5, kCard, kG3, kNo, 0, 4},
    {"Quadro P620", "P620", 61, 4, kCard, kG3, kNo, 0, 2},
    {"Quadro P600", "P600", 61, 3, kCard, kG3, kNo, 0, 2},
    {"Quadro P400", "P400", 61, 2, kCard, kG3, kNo, 0, 2},
    // One chip with its CPU.
    {"GB10", "GB10", 121, 48, kOnChip, {0, 0}, kNo, 0, 128, {"0x2e12"}, "", true},
    {"Jetson Thor", "THOR", 110, 20, kOnChip, {0, 0}, kNo, 0, 128},
    {"Jetson Orin", "ORIN", 87, 0, kOnChip, {0, 0}, kNo, 0, 0},
    {"Jetson Xavier", "XAVIER", 72, 0, kOnChip, {0, 0}, kNo, 0, 0},
    {"Jetson TX2", "TX2", 62, 2, kOnChip, {0, 0}, kNo, 0, 8},
    // TITAN.
    {"TITAN RTX", "TITAN RTX", 75, 72, kCard, kG3, kPair, 2, 24},
    {"TITAN V", "TITAN V", 70, 80, kCard, kG3, kNo, 0, 12},
    {"TITAN Xp", "TITAN XP", 61, 30, kCard, kG3, kNo, 0, 12},
    {"TITAN X (Pascal)", "TITAN X", 61, 28, kCard, kG3, kNo, 0, 12},
    // GeForce: Blackwell.
    {"GeForce RTX 5090", "RTX 5090", 120, 170, kCard, kG5, kNo, 0, 32, {"0x2b85"}},
    {"GeForce RTX 5090 D", "RTX 5090 D", 120, 170, kCard, kG5, kNo, 0, 32, {"0x2b87"}},
    {"GeForce RTX 5090 D v2", "RTX 5090 D V2", 120, 170, kCard, kG5, kNo, 0, 24, {"0x2b8c"}},
    {"GeForce RTX 5080", "RTX 5080", 120, 84, kCard, kG5, kNo, 0, 16, {"0x2c02"}},
    {"GeForce RTX 5070 Ti", "RTX 5070 TI", 120, 70, kCard, kG5, kNo, 0, 16, {"0x2c05"}},
    {"GeForce RTX 5070", "RTX 5070", 120, 48, kCard, kG5, kNo, 0, 12, {"0x2f04"}},
    {"GeForce RTX 5060 Ti", "RTX 5060 TI", 120, 36, kCard, {5, 8}, kNo, 0, 0, {"0x2d04"}},
    {"GeForce RTX 5060", "RTX 5060", 120, 30, kCard, {5, 8}, kNo, 0, 8, {"0x2d05"}},
    {"GeForce RTX 5050", "RTX 5050", 120, 20, kCard, {5, 8}, kNo, 0, 8, {"0x2d83"}},
    {"GeForce RTX 5090 Laptop", "RTX 5090", 120, 82, kLap, {5, 0}, kNo, 0, 24, {}, "LAPTOP"},
    {"GeForce RTX 5080 Laptop", "RTX 5080", 120, 60, kLap, {5, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"GeForce RTX 5070 Ti Laptop", "RTX 5070 TI", 120, 46, kLap, {5, 0}, kNo, 0, 12, {}, "LAPTOP"},
    {"GeForce RTX 5070 Laptop", "RTX 5070", 120, 36, kLap, {5, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 5060 Laptop", "RTX 5060", 120, 26, kLap, {5, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 5050 Laptop", "RTX 5050", 120, 20, kLap, {5, 0}, kNo, 0, 8, {}, "LAPTOP"},
    // GeForce: Ada Lovelace.
    {"GeForce RTX 4090", "RTX 4090", 89, 128, kCard, kG4, kNo, 0, 24, {"0x2684"}},
    {"GeForce RTX 4090 D", "RTX 4090 D", 89, 114, kCard, kG4, kNo, 0, 24, {"0x2685"}},
    {"GeForce RTX 4080 SUPER", "RTX 4080 SUPER", 89, 80, kCard, kG4, kNo, 0, 16, {"0x2702"}},
    {"GeForce RTX 4080", "RTX 4080", 89, 76, kCard, kG4, kNo, 0, 16, {"0x2704"}},
    {"GeForce RTX 4070 Ti SUPER", "RTX 4070 TI SUPER", 89, 66, kCard, kG4, kNo, 0, 16, {"0x2705"}},
    {"GeForce RTX 4070 Ti", "RTX 4070 TI", 89, 60, kCard, kG4, kNo, 0, 12, {"0x2782"}},
    {"GeForce RTX 4070 SUPER", "RTX 4070 SUPER", 89, 56, kCard, kG4, kNo, 0, 12, {"0x2783"}},
    {"GeForce RTX 4070", "RTX 4070", 89, 46, kCard, kG4, kNo, 0, 12, {"0x2786"}},
    {"GeForce RTX 4060 Ti", "RTX 4060 TI", 89, 34, kCard, {4, 8}, kNo, 0, 0, {"0x2803", "0x2805"}},
    {"GeForce RTX 4060", "RTX 4060", 89, 24, kCard, {4, 8}, kNo, 0, 8, {"0x2882"}},
    {"GeForce RTX 4090 Laptop", "RTX 4090", 89, 76, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"GeForce RTX 4080 Laptop", "RTX 4080", 89, 58, kLap, {4, 0}, kNo, 0, 12, {}, "LAPTOP"},
    {"GeForce RTX 4070 Laptop", "RTX 4070", 89, 36, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 4060 Laptop", "RTX 4060", 89, 24, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 4050 Laptop", "RTX 4050", 89, 20, kLap, {4, 0}, kNo, 0, 6},
    // GeForce: Ampere.
    {"GeForce RTX 3090 Ti", "RTX 3090 TI", 86, 84, kCard, kG4, kPair, 4, 24, {"0x2203"}},
    {"GeForce RTX 3090", "RTX 3090", 86, 82, kCard, kG4, kPair, 4, 24, {"0x2204"}},
    {"GeForce RTX 3080 Ti", "RTX 3080 TI", 86, 80, kCard, kG4, kNo, 0, 12, {"0x2208"}},
    {"GeForce RTX 3080", "RTX 3080", 86, 68, kCard, kG4, kNo, 0, 10, {"0x2206"}},
    {"GeForce RTX 3080 12GB", "RTX 3080 12GB", 86, 70, kCard, kG4, kNo, 0, 12, {"0x220a"}},
    {"GeForce RTX 3070 Ti", "RTX 3070 TI", 86, 48, kCard, kG4, kNo, 0, 8, {"0x2482"}},
    {"GeForce RTX 3070", "RTX 3070", 86, 46, kCard, kG4, kNo, 0, 8, {"0x2484", "0x2488"}},
    {"GeForce RTX 3060 Ti", "RTX 3060 TI", 86, 38, kCard, kG4, kNo, 0, 8, {"0x2486", "0x2489"}},
    {"GeForce RTX 3060", "RTX 3060", 86, 28, kCard, kG4, kNo, 0, 0, {"0x2503", "0x2504"}},
    {"GeForce RTX 3050", "RTX 3050", 86, 0, kCard, {4, 8}, kNo, 0, 0},
    {"GeForce RTX 3080 Ti Laptop", "RTX 3080 TI", 86, 58, kLap, {4, 0}, kNo, 0, 16, {}, "LAPTOP"},
    {"GeForce RTX 3080 Laptop", "RTX 3080", 86, 48, kLap, {4, 0}, kNo, 0, 0, {}, "LAPTOP"},
    {"GeForce RTX 3070 Ti Laptop", "RTX 3070 TI", 86, 46, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 3070 Laptop", "RTX 3070", 86, 40, kLap, {4, 0}, kNo, 0, 8, {}, "LAPTOP"},
    {"GeForce RTX 3060 Laptop", "RTX 3060", 86, 30, kLap, {4, 0}, kNo, 0, 6, {}, "LAPTOP"},
    {"GeForce RTX 3050 Ti Laptop", "RTX 3050 TI", 86, 20, kLap, {4, 0}, kNo, 0, 4},
    {"GeForce RTX 3050 Laptop", "RTX 3050", 86, 0, kLap, {4, 0}, kNo, 0, 0, {}, "LAPTOP"},
    // GeForce: Turing.
    {"GeForce RTX 2080 Ti", "RTX 2080 TI", 75, 68, kCard, kG3, kPair, 2, 11, {"0x1e04", "0x1e07"}},
    {"GeForce RTX 2080 SUPER", "RTX 2080 SUPER", 75, 48, kCard, kG3, kPair, 1, 8, {"0x1e81"}},
    {"GeForce RTX 2080", "RTX 2080", 75, 46, kCard, kG3, kPair, 1, 8, {"0x1e82", "0x1e87"}},
    {"GeForce RTX 2070 SUPER", "RTX 2070 SUPER", 75, 40, kCard, kG3, kPair, 1, 8, {"0x1e84"}},
    {"GeForce RTX 2070", "RTX 2070", 75, 36, kCard, kG3, kNo, 0, 8, {"0x1f02", "0x1f07"}},
    {"GeForce RTX 2060 SUPER", "RTX 2060 SUPER", 75, 34, kCard, kG3, kNo, 0, 8, {"0x1f06"}},
    {"GeForce RTX 2060", "RTX 2060", 75, 0, kCard, kG3, kNo, 0, 0, {"0x1f08"}},
    {"GeForce GTX 1660 Ti", "GTX 1660 TI", 75, 24, kCard, kG3, kNo, 0, 6, {"0x2182"}},
    {"GeForce GTX 1660 SUPER", "GTX 1660 SUPER", 75, 22, kCard, kG3, kNo, 0, 6, {"0x21c4"}},
    {"GeForce GTX 1660", "GTX 1660", 75, 22, kCard, kG3, kNo, 0, 6, {"0x2184"}},
    {"GeForce GTX 1650 SUPER", "GTX 1650 SUPER", 75, 20, kCard, kG3, kNo, 0, 4, {"0x2187"}},
    {"GeForce GTX 1650 Ti", "GTX 1650 TI", 75, 16, kLap, {3, 0}, kNo, 0, 4},
    {"GeForce GTX 1650", "GTX 1650", 75, 0, kCard, kG3, kNo, 0, 4},
    {"GeForce GTX 1630", "GTX 1630", 75, 8, kCard, kG3, kNo, 0, 4, {"0x1f83"}},
    // GeForce: Pascal.
    {"GeForce GTX 1080 Ti", "GTX 1080 TI", 61, 28, kCard, kG3, kNo, 0, 11},
    {"GeForce GTX 1080", "GTX 1080", 61, 20, kCard, kG3, kNo, 0, 8},
    {"GeForce GTX 1070 Ti", "GTX 1070 TI", 61, 19, kCard, kG3, kNo, 0, 8},
    {"GeForce GTX 1070", "GTX 1070", 61, 15, kCard, kG3, kNo, 0, 8},
    {"GeForce GTX 1060", "GTX 1060", 61, 0, kCard, kG3, kNo, 0, 0},
    {"GeForce GTX 1050 Ti", "GTX 1050 TI", 61, 6, kCard, kG3, kNo, 0, 4},
    {"GeForce GTX 1050", "GTX 1050", 61, 0, kCard, kG3, kNo, 0, 0},
    {"GeForce GT 1030", "GT 1030", 61, 3, kCard, {3, 4}, kNo, 0, 2},
    // Before Pascal.
    {"M60", "M60", 52, 0, kCard, kG3, kNo, 0, 0},
    {"M40", "M40", 52, 0, kCard, kG3, kNo, 0, 0},
    {"GeForce GTX 980 Ti", "GTX 980 TI", 52, 0, kCard, kG3, kNo, 0, 6},
    {"GeForce GTX 980", "GTX 980", 52, 0, kCard, kG3, kNo, 0, 4},
    {"GeForce GTX 970", "GTX 970", 52, 0, kCard, kG3, kNo, 0, 4},
    {"Quadro M6000", "QUADRO M6000", 52, 0, kCard, kG3, kNo, 0, 0},
    {"K80", "K80", 37, 0, kCard, kG3, kNo, 0, 0},
    {"K40m", "K40M", 35, 0, kCard, kG3, kNo, 0, 0},
    {"Tesla K40", "TESLA K40", 35, 0, kCard, kG3, kNo, 0, 12},
    {"Tesla K40c", "TESLA K40C", 35, 0, kCard, kG3, kNo, 0, 12},
    {"Tesla K20", "TESLA K20", 35, 0, kCard, kG2, kNo, 0, 5},
    {"Tesla K20c", "TESLA K20C", 35, 0, kCard, kG2, kNo, 0, 5},
    {"Tesla K20m", "TESLA K20M", 35, 0, kCard, kG2, kNo, 0, 5},
    {"Tesla K20X", "TESLA K20X", 35, 0, kCard, kG2, kNo, 0, 6},
    {"Tesla K20Xm", "TESLA K20XM", 35, 0, kCard, kG2, kNo, 0, 6},
    {"Quadro K6000", "QUADRO K6000", 35, 0, kCard, kG3, kNo, 0, 12},
    {"GeForce GTX TITAN Black", "GTX TITAN BLACK", 35, 0, kCard, kG3, kNo, 0, 6},
    {"GeForce GTX 780 Ti", "GTX 780 TI", 35, 0, kCard, kG3, kNo, 0, 3},
    {"GeForce GTX 780", "GTX 780", 35, 0, kCard, kG3, kNo, 0, 3},
    {"Tesla K10", "TESLA K10", 30, 0, kCard, kG3, kNo, 0, 0},
    {"Tesla M2090", "TESLA M2090", 20, 0, kCard, kG2, kNo, 0, 6},
    {"Tesla M2075", "TESLA M2075", 20, 0, kCard, kG2, kNo, 0, 6},
    {"Tesla M2070", "TESLA M2070", 20, 0, kCard, kG2, kNo, 0, 6},
    {"Tesla M2050", "TESLA M2050", 20, 0, kCard, kG2, kNo, 0, 3},
    {"Tesla C2075", "TESLA C2075", 20, 0, kCard, kG2, kNo, 0, 6},
    {"Tesla C2050", "TESLA C2050", 20, 0, kCard, kG2, kNo, 0, 3},
});

// Of cards for workstations only the whole name tells the generation, "RTX 6000" alone does not.
constexpr auto kSeries = std::to_array<GpuSeries>({
    {"RTX PRO", 120},   {"RTX #### ADA", 89}, {"RTX ### ADA", 89}, {"RTX A###", 86},
    {"RTX A####", 86},  {"A#000", 86},        {"A#500", 86},       {"QUADRO RTX", 75},
    {"RTX #000", 0},    {"RTX 50", 120},      {"RTX 50##", 120},   {"RTX 40", 89},
    {"RTX 40##", 89},   {"RTX 30", 86},       {"RTX 30##", 86},    {"RTX 20", 75},
    {"RTX 20##", 75},   {"GTX 16##", 75},     {"GTX 10##", 61},    {"GTX 9##", 52},
    {"GTX 9## TI", 52}, {"M6000", 52},        {"GTX TITAN X", 52}, {"M10", 50},
    {"GTX TITAN", 35},  {"K6000", 35},        {"K40", 35},         {"K40C", 35},
    {"K20", 35},        {"K20C", 35},         {"K20M", 35},        {"K20X", 35},
});

constexpr std::array<std::string_view, 5> kWordsWithAMark{"P100", "V100", "A100", "A800", "H100"};

}  // namespace

std::span<const GpuModel> gpu_models() {
  return kGpus;
}

std::span<const GpuSeries> gpu_series() {
  return kSeries;
}

std::span<const std::string_view> words_with_a_mark() {
  return kWordsWithAMark;
}

}  // namespace treering::hw::catalogue
