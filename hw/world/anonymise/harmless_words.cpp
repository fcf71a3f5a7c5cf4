#include "hw/world/anonymise/harmless_words.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <sstream>
#include <string>

#include "core/text/reading.h"

namespace treering::hw::world::anonymise {
namespace {

// Lower case, by where they are from.
constexpr std::array<const char*, 11> kWords{
    // Folders and files of Linux.
    "sys bus pci class device devices driver drivers net infiniband ports gids system node cpu "
    "topology virtual module modules kernel iommu groups group proc self etc usr lib lib32 "
    "lib64 libexec local opt var run home root tmp mnt data scratch share shared dev shm ld so "
    "d conf gpus nvidia mm memory peers mem nv nc nvidia-topologyd virtualtopology dmi id "
    "hypervisor type config vendor subsystem revision max current link width speed numa cpus "
    "cpumap local_cpus physical package core siblings sibling iommu_group physfn rate state "
    "phys hca guid image operstate product name uevent mounts cmdline cgroup limits meminfo "
    "cpuinfo version information osrelease balancing hostname serial board chassis bios asset "
    "tag power smmu mlx mlx4 mlx5 bnxt irdma efa umad uverbs issm eth ens enp eno ib en bond lo "
    "hsn roce rdma processes ibnetdiscover hwloc physical_package_id core_siblings numa_node "
    "sys_image_guid node_guid node_desc hca_type link_layer phys_state sys_vendor product_name "
    "local_cpulist nvidia_peermem nv_peer_mem peermem virtio pcie",
    // Container engines, as in names of control groups.
    "docker dockerenv containerenv containerd cri crio libpod podman kubepods kubernetes io lxc "
    "machine slice scope service user init burstable besteffort guaranteed pod secrets "
    "singularity apptainer payload memory pids devices freezer cpuset cpuacct blkio perf event "
    "hugetlb rdma misc systemd prio cls unified",
    // Libraries, plugins and what is around them.
    "x86_64-linux-gnu aarch64-linux-gnu x86_64 aarch64 ppc64le amd64 arm64 linux gnu amazon aws "
    "ofi ofi-nccl hpcx hpc hpc_sdk mpi openmpi ompi ucx ucc cuda compat stubs targets gib tcpx "
    "tcpxo fastrak nccl libnccl tuner profiler env plugin plugins rdma sharp ncclnet "
    "libnccl-net topo graph graphs dump debug out txt log json xml csv h p libnvidia ml "
    "static_plugin none libcuda",
    // Hypervisors, firmware and machines.
    "qemu red hat kvm ec2 google compute engine microsoft corporation machine vmware inc xen "
    "openstack foundation nova alibaba cloud tencent innotek gmbh virtualbox nutanix ahv "
    "hyper-v metal supermicro dell lenovo hpe hewlett packard enterprise gigabyte asus asustek "
    "computer inspur quanta zt systems intel amd ibm bull atos fujitsu cisco poweredge proliant "
    "thinksystem dgxa100 dgxh100 dgxh200 dgxb200 dgxb300 dgx-1 dgx-2 dgx station hgx oracle "
    "server standard pc i440fx piix q35 ich9 virtual",
    // Processors.
    "genuineintel authenticamd hygongenuine centaurhauls vendor_id processor model family "
    "implementer architecture fpu altivec supported power8 power9 power10",
    // States of ports and interfaces, rates.
    "down up init armed active linkup polling sleep disabled training linkerrorrecovery phytest "
    "defer nop noop unknown dormant testing notpresent lowerlayerdown ethernet gb sec gt s sdr "
    "ddr qdr fdr fdr10 edr hdr ndr xdr 1x 2x 4x 8x 12x identity dma dma-fq unmanaged blocked",
    // The kernel, drivers and their versions.
    "nvrm unix open for release build generic lowlatency realtime rt azure gcp hwe oem default "
    "el7 el8 el9 el10 fc amzn1 amzn2 amzn2023 tegra 64k wsl2 standard tmpfs ext2 ext3 ext4 xfs "
    "btrfs zfs nfs nfs4 overlay squashfs lustre devtmpfs unlimited bytes kb memtotal",
    // Words of the kernel and the loader for failures.
    "permission denied no such file or directory is a not an input output error address too "
    "many levels of symbolic links link operation permitted invalid argument resource busy long "
    "stale handle transport endpoint connected temporarily unavailable cannot allocate "
    "available supported protocol connection timed host remote bad descriptor open shared "
    "object ordinary more than names took printed ended with exit code by signal program on "
    "path in this library be loaded recording undefined symbol read only remains interrupted "
    "call exists",
    // NVML's words for failures (nvmlErrorString), and its functions' subjects.
    "success uninitialized insufficient permissions already initialized found size external "
    "driver timeout interrupt request issue nvml function corrupted inforom lost requires reset "
    "the operating has blocked mismatch use another client requested vgpu property deprecated "
    "ready gpu gpus nvlink nvlinks nvswitch fabric manager registration failed fault fatal "
    "unrecoverable uuid bus was from any all at to and state xid ecc degraded bandwidth route "
    "recovery status communication missing firmware version drivers loaded application failure",
    // Values of NCCL's variables.
    "ring tree collnet collnetdirect collnetchain nvls nvlstree pat ll ll128 simple allreduce "
    "broadcast reduce allgather reducescatter loc nvl nvb c2c pix pxb p2c pxn phb sys port info "
    "warn trace abort init coll p2p shm net graph tuning env alloc call proxy nvls bootstrap "
    "reg profile ras socket ib af_inet af_inet6 parallel group auto all void true false yes on "
    "off spread",
    // Words in place of removed things.
    "anonymised device",
};

// Devices and interfaces as the kernel, udev and rdma-core number them; units of IOMMUs.
constexpr std::array<std::string_view, 53> kDevices{
    "mlx4_#",    "mlx5_#",   "mlx5_bond_#", "bnxt_re#",    "bnxt_re_bond#", "irdma#",
    "efa_#",     "rdmap#s#", "rdmap#s#f#",  "rocep#s#",    "rocep#s#f#",    "rocep#p#s#f#",
    "roceo#",    "ibp#s#",   "ibp#s#f#",    "ibs#",        "ibs#f#",        "ib#",
    "eth#",      "eno#",     "eno#np#",     "ens#",        "ens#f#",        "ens#np#",
    "ens#f#np#", "ens#d#",   "enp#s#",      "enp#s#f#",    "enp#s#np#",     "enp#s#f#np#",
    "enp#s#d#",  "enp#p#s#", "enp#p#s#f#",  "enp#p#s#np#", "enp#p#s#f#np#", "hsn#",
    "bond#",     "docker#",  "virbr#",      "wlan#",       "rdma#",         "hns_#",
    "hfi1_#",    "qib#",     "cxgb4_#",     "mana_#",      "vmnet#",        "mthca#",
    "mlx4",      "mlx5",     "mt#",         "#",           "0x%",
};

// Other units of the kernel. People name hosts so, too.
constexpr std::array<std::string_view, 13> kUnits{
    "node#", "cpu#",    "virtio#",  "umad#", "issm#",  "uverbs#", "dmar#",
    "ivhd#", "smmu3.%", "smmuv3.%", "#.#",   "pci%:%", "power#",
};

std::set<std::string, std::less<>> all_words() {
  std::set<std::string, std::less<>> words;
  for (const char* list : kWords) {
    std::istringstream stream(list);
    for (std::string word; stream >> word;) words.insert(word);
  }
  return words;
}

/// As many digits at `at` as '#' or '%' may stand for.
std::size_t digits_at(std::string_view text, std::size_t at, bool is_decimal) {
  const std::size_t most = is_decimal ? 5 : 8;
  std::size_t count = 0;
  while (at + count < text.size() && count <= most &&
         (is_decimal ? core::is_digit(text[at + count]) : core::is_hex_digit(text[at + count]))) {
    ++count;
  }
  return count <= most ? count : 0;
}

}  // namespace

bool has_form(std::string_view text, std::string_view form) {
  std::size_t at = 0;
  for (const char wanted : form) {
    if (wanted == '#' || wanted == '%') {
      const std::size_t count = digits_at(text, at, wanted == '#');
      if (count == 0) return false;
      at += count;
      continue;
    }
    if (at == text.size()) return false;
    if (core::lower_case(text[at]) != wanted) return false;
    ++at;
  }
  return at == text.size();
}

namespace {

bool has_any(std::string_view text, std::span<const std::string_view> forms) {
  return std::ranges::any_of(forms, [&](std::string_view form) { return has_form(text, form); });
}

}  // namespace

bool is_harmless(std::string_view text, Trust trust) {
  static const auto kAll = all_words();
  constexpr std::size_t kLongest = 64;
  if (text.empty() || text.size() > kLongest) return false;
  if (kAll.contains(core::lower_case(text))) return true;
  if (trust != Trust::Words && has_any(text, kDevices)) return true;
  return trust == Trust::System && has_any(text, kUnits);
}

bool is_gpu_model_word(std::string_view text) {
  constexpr std::array<std::string_view, 38> kParts{
      "nvidia", "tesla",  "geforce", "quadro",    "grid",    "titan",   "rtx",         "gtx",
      "ada",    "super",  "ti",      "pcie",      "pci",     "sxm",     "sxm#",        "nvl",
      "max",    "q",      "gpu",     "#gb",       "hbm#",    "hbm#e",   "generation",  "laptop",
      "grace",  "hopper", "mig",     "blackwell", "edition", "display", "workstation", "server",
      "spark",  "k#",     "e",       "d",         "c",       "x"};
  constexpr std::array<std::string_view, 24> kModels{
      "k#m", "m#",  "p#",  "v#",  "v#s",  "t#",   "a#",  "a#g", "a#x", "l#", "l#s", "h#",
      "b#",  "gb#", "gh#", "t#g", "rtx#", "gtx#", "a#m", "#c",  "#q",  "x#", "#e",  "#"};
  constexpr std::size_t kLongest = 12;
  return text.size() <= kLongest && (has_any(text, kParts) || has_any(text, kModels));
}

bool is_nvml_call(std::string_view text) {
  constexpr std::string_view kStart = "nvml";
  if (!text.starts_with(kStart)) return false;
  const std::size_t version = text.find("_v");
  if (version != std::string_view::npos && !has_form(text.substr(version), "_v#")) return false;
  std::string_view rest = text.substr(kStart.size(), version - kStart.size());
  constexpr std::array<std::string_view, 39> kParts{
      "Init",   "Shutdown", "System",   "Get",     "Driver",   "Version",    "Device",     "Count",
      "Handle", "ByIndex",  "Name",     "PciInfo", "Cuda",     "Compute",    "Capability", "Mig",
      "Mode",   "Max",      "Curr",     "Pcie",    "Link",     "Generation", "Width",      "Nv",
      "State",  "Remote",   "Type",     "Field",   "Values",   "Gpu",        "Fabric",     "Info",
      "P2P",    "Status",   "Topology", "Common",  "Ancestor", "Error",      "String"};
  while (!rest.empty()) {
    const auto* const part =
        std::ranges::find_if(kParts, [&](std::string_view one) { return rest.starts_with(one); });
    if (part != kParts.end()) {
      rest.remove_prefix(part->size());
    } else if (rest == "V") {  // nvmlDeviceGetGpuFabricInfoV
      return true;
    } else {
      return false;
    }
  }
  return true;
}

std::string_view mark_in(std::string_view text) {
  constexpr std::array<std::string_view, 7> kMarks{"kubepods", "libpod", "docker", "containerd",
                                                   "crio",     "hpcx",   "lxc"};
  for (const std::string_view mark : kMarks) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos) return text.substr(at, mark.size());
  }
  return {};
}

}  // namespace treering::hw::world::anonymise
