#include "tuner/doctor/xids.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace treering::tuner::doctor {
namespace {

// What NVIDIA advises to do, by its name for it.

// RESTART_APP, CHECK_APP/CUDA.
constexpr std::string_view kProgram =
    "debug the program first (compute-sanitizer, cuda-gdb); a GPU on which programs fail that run "
    "elsewhere is to be tested with dcgmi diag";
// RESTART_APP, then CONTACT_SUPPORT.
constexpr std::string_view kStartAgain =
    "start the program again; where it comes back, update the driver and test the GPU with dcgmi "
    "diag";
// RESET_GPU, then CONTACT_SUPPORT.
constexpr std::string_view kReset =
    "reset the GPU when nothing runs on it (nvidia-smi -r), else restart the node; have it "
    "examined where it comes back";
// RESET_GPU, then INVESTIGATE_SW.
constexpr std::string_view kResetAndUpdate =
    "reset the GPU or restart the node, and update the driver, of which such errors often are";
// RESET_GPU, where it comes back the field diagnostic.
constexpr std::string_view kRetire =
    "reset the GPU when nothing runs on it (nvidia-smi -r); where it comes back take the GPU out "
    "of service and have it replaced: NVIDIA's field diagnostic decides";
// RESTART_BM.
constexpr std::string_view kReplace =
    "drain the node and restart it; before that look at the GPU's power and cooling, its riser and "
    "slot, and PCIe errors (AER) in the same log; have the GPU replaced where it comes back";
// WORKFLOW_NVLINK_ERR, WORKFLOW_NVLINK5_ERR, INVESTIGATE_LINK_SI.
constexpr std::string_view kNvLink =
    "look first for another Xid of a GPU or an SXid of an NVSwitch before it: its peers report "
    "this when a GPU fails or is reset; look at nvidia-smi nvlink -s and -e, reset all GPUs that "
    "the links join, and have the links' connectors or the board examined where it comes back";
// IGNORE.
constexpr std::string_view kWatch =
    "nothing at once; count such lines, and have the GPU examined where they go on";
constexpr std::string_view kPcie =
    "start the program again; look at the GPU's PCIe link (lspci -vvv, LnkSta) and at PCIe errors "
    "(AER) in the same log";

struct XidRow {
  int first = 0;
  int last = 0;
  Severity severity = Severity::Fault;
  XidOrigin origin = XidOrigin::Gpu;
  std::string_view what;
  std::string_view fix;
};

using enum Severity;
using Of = XidOrigin;

constexpr std::array kRows{
    XidRow{8, 8, Warning, Of::Gpu, "it stopped processing a program", kStartAgain},
    XidRow{11, 11, Hint, Of::Program, "a program's commands were invalid", kProgram},
    XidRow{13, 13, Hint, Of::Program, "an exception in a program's kernel, as a rule its own fault",
           kProgram},
    XidRow{25, 25, Hint, Of::Program, "a program's commands were invalid", kProgram},
    XidRow{31, 31, Hint, Of::Program,
           "a program's access to memory that it does not have (MMU fault), as a rule its own "
           "fault",
           kProgram},
    XidRow{32, 32, Warning, Of::Pcie,
           "commands came invalid over PCIe: mostly a bad PCIe link, seldom a program", kPcie},
    XidRow{37, 38, Hint, Of::Driver, "an error of the driver's firmware", kWatch},
    XidRow{39, 41, Warning, Of::Gpu, "an error of a copy engine", kStartAgain},
    XidRow{43, 43, Hint, Of::Program, "it ended work of a program for an error of that program",
           kProgram},
    XidRow{44, 44, Hint, Of::Gpu, "an error while it changed between programs", kWatch},
    XidRow{45, 45, Hint, Of::Program,
           "work of a program was ended, since the program ended or after another error",
           "look for an earlier Xid of the same GPU; where there is none, and the program was not "
           "stopped, look at nvidia-fabricmanager and restart it"},
    XidRow{46, 46, Fault, Of::Gpu, "it stopped processing", kReset},
    XidRow{48, 48, Fault, Of::Memory, "an uncorrectable (double-bit) error of its memory", kReset},
    XidRow{54, 54, Fault, Of::Gpu, "its auxiliary power is not connected",
           "connect the power cable of the card"},
    XidRow{60, 60, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{61, 61, Fault, Of::Gpu, "its internal microcontroller stopped at a breakpoint", kReset},
    XidRow{62, 62, Fault, Of::Gpu, "its internal microcontroller halted", kReset},
    XidRow{63, 63, Warning, Of::Memory,
           "a row or page of its memory is marked to be replaced, which the next reset does",
           "programs may go on; reset the GPU when nothing runs on it (nvidia-smi -r)"},
    XidRow{64, 64, Fault, Of::Memory, "a row or page of its memory could not be replaced", kRetire},
    XidRow{66, 67, Hint, Of::Driver, "an access that the driver must not make", kWatch},
    XidRow{68, 68, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{69, 69, Hint, Of::Program, "an exception of a program, as a rule its own fault",
           kProgram},
    XidRow{70, 72, Warning, Of::Gpu, "an error of a copy engine", kStartAgain},
    XidRow{74, 74, Fault, Of::NvLink, "an error of its NVLinks", kNvLink},
    XidRow{75, 77, Warning, Of::Gpu, "an error of a copy engine", kStartAgain},
    XidRow{78, 78, Fault, Of::Driver, "a virtual GPU on it could not be started",
           "update the drivers of host and guest together"},
    XidRow{79, 79, Fault, Of::Pcie,
           "fell off the bus: the driver cannot reach it over PCIe any more", kReplace},
    XidRow{80, 80, Warning, Of::Pcie, "data that was sent to it came damaged", kPcie},
    XidRow{82, 84, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{85, 85, Warning, Of::Gpu, "an error of a copy engine", kStartAgain},
    XidRow{86, 86, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{88, 89, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{92, 92, Warning, Of::Memory, "many errors of its memory, which were corrected",
           "nothing at once; watch its ECC counters (nvidia-smi -q -d ECC)"},
    XidRow{93, 93, Hint, Of::Gpu, "its InfoROM is written more often than it should be", kWatch},
    XidRow{94, 94, Warning, Of::Memory,
           "an uncorrectable error of its memory, contained: it ended the program that it hit",
           "start that program again, and reset the GPU when nothing runs on it"},
    XidRow{95, 95, Fault, Of::Memory,
           "an uncorrectable error of its memory, not contained: any program on it may be hit",
           kReset},
    XidRow{96, 105, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{
        108, 108, Hint, Of::Program,
        "a peer's access over NVLink to memory that is not mapped, as a rule the program's fault",
        kProgram},
    XidRow{109, 109, Fault, Of::Gpu, "a change between programs took too long", kReset},
    XidRow{110, 110, Fault, Of::Gpu, "a security fault", kResetAndUpdate},
    XidRow{119, 119, Fault, Of::Driver, "its system processor (GSP) does not answer the driver",
           kResetAndUpdate},
    XidRow{120, 120, Fault, Of::Driver, "an error of its system processor (GSP)", kResetAndUpdate},
    XidRow{121, 121, Hint, Of::NvLink,
           "errors of its link to the CPU (NVLink-C2C), which were corrected",
           "nothing at once; a reset when nothing runs on it trains the link again"},
    XidRow{126, 135, Warning, Of::Gpu, "an error of a copy engine", kStartAgain},
    XidRow{136, 136, Fault, Of::NvLink, "an NVLink could not be trained", kNvLink},
    XidRow{137, 137, Hint, Of::Program,
           "a program's access over NVLink to memory that it does not have, as a rule its own "
           "fault",
           kProgram},
    XidRow{139, 139, Hint, Of::Gpu, "an error of its video engines", kStartAgain},
    XidRow{140, 140, Fault, Of::Memory, "an error of its memory that was not recovered", kReset},
    XidRow{141, 141, Hint, Of::Program, "an error of a program's fast launches", kWatch},
    XidRow{143, 143, Fault, Of::Gpu, "it could not be initialised", kReset},
    // NVLink 5; where the line says so, they are not fatal: see nvlink_5().
    XidRow{144, 146, Fault, Of::NvLink, "an error of its NVLinks", kNvLink},
    XidRow{147, 148, Hint, Of::NvLink, "an error of its NVLinks, which they survive", kWatch},
    XidRow{149, 150, Fault, Of::NvLink, "an error of its NVLinks", kNvLink},
    XidRow{151, 151, Fault, Of::Gpu, "the keys of confidential computing could not be changed",
           "restart the virtual machine"},
    XidRow{155, 155, Fault, Of::NvLink, "an NVLink was taken down by software", kNvLink},
    XidRow{156, 156, Warning, Of::Gpu,
           "a part of it is marked to be switched off, which the next reset does",
           "reset the GPU when nothing runs on it (nvidia-smi -r)"},
    XidRow{157, 157, Warning, Of::Gpu, "a part of it could not be switched off", kWatch},
    XidRow{158, 158, Fault, Of::Gpu, "it does not answer in time", kReset},
    XidRow{160, 161, Warning, Of::Memory, "a channel of its memory is to be switched off", kWatch},
    XidRow{162, 164, Hint, Of::Gpu, "the state of its power smoothing changed", kWatch},
    XidRow{167, 167, Fault, Of::Pcie, "it does not answer over PCIe in time", kReplace},
    XidRow{168, 168, Warning, Of::Memory, "it goes on with less memory, after errors", kRetire},
    XidRow{169, 169, Fault, Of::Gpu, "its internal microcontroller halted", kReset},
    XidRow{171, 171, Fault, Of::Memory, "an uncorrectable error of its memory (DRAM)", kReset},
    XidRow{172, 172, Fault, Of::Memory, "an uncorrectable error of its SRAM", kReset},
};

constexpr int kRecoveryAction = 154;

/// Xids 106 and 107 test the board's management (SMBPBI).
bool is_test(int code) {
  return code == 106 || code == 107;
}

/// The line of Xids 144 to 150 says "Fatal" or "Nonfatal"; without such a word it may be either.
std::optional<XidMeaning> nvlink_5(const core::KernelEvent& event) {
  if (event.code < 144 || event.code > 150) return std::nullopt;
  if (event.text.find("Nonfatal") == std::string::npos) return std::nullopt;
  return XidMeaning{Hint, Of::NvLink, "an error of its NVLinks, which they survive", kWatch};
}

/// What the driver asks for: "154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset
/// Required)".
std::optional<XidMeaning> recovery(std::string_view text) {
  const std::size_t to = text.rfind('(');
  const std::string_view action =
      to == std::string_view::npos ? "unknown" : text.substr(to + 1, text.find(')', to) - to - 1);
  if (action == "None") return std::nullopt;
  // nvmlDeviceGpuRecoveryAction_t of nvml.h.
  const std::string_view fix =
      action == "Node Reboot Required" ? "drain the node and restart it"
      : action == "Drain P2P"
          ? "end the programs that use this GPU's memory from others, and look at its NVLinks"
      : action == "Drain and Reset" ? "drain the node, then reset the GPU (nvidia-smi -r)"
                                    : kReset;
  return XidMeaning{Fault, Of::Gpu, fmt::format("the driver asks for \"{}\"", action), fix};
}

}  // namespace

std::optional<XidMeaning> meaning_of_xid(const core::KernelEvent& event) {
  if (is_test(event.code)) return std::nullopt;
  if (event.code == kRecoveryAction) return recovery(event.text);
  if (auto meaning = nvlink_5(event)) return meaning;
  const auto* const row = std::ranges::find_if(
      kRows, [&](const XidRow& one) { return one.first <= event.code && event.code <= one.last; });
  if (row != kRows.end())
    return XidMeaning{row->severity, row->origin, std::string(row->what), row->fix};
  return XidMeaning{Warning, Of::Gpu, "an error that the driver reports",
                    "look the number up in NVIDIA's list of Xid errors"};
}

}  // namespace treering::tuner::doctor
