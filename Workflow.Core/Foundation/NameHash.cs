using System.Numerics;
using System.Runtime.InteropServices;

namespace Workflow.Foundation;

/// <summary>The hash that orders the evaluation of arguments: CRC-32C (RFC 3720, the iSCSI polynomial) over UTF-16 bytes.</summary>
internal static class NameHash
{
    public static uint Compute(string name)
    {
        uint crc = uint.MaxValue;
        foreach (byte b in MemoryMarshal.AsBytes(name.AsSpan()))
        {
            crc = BitOperations.Crc32C(crc, b);
        }

        return ~crc;
    }

    /// <summary>Compares by hash, then by the names in the current culture (rule 4.2).</summary>
    public static int Compare(string left, string right)
    {
        int byHash = Compute(left).CompareTo(Compute(right));
#pragma warning disable CA1309 // The rule requires the comparison of the culture; workflows ported from WF4 depend on it.
        return byHash != 0 ? byHash : string.Compare(left, right, StringComparison.CurrentCulture);
#pragma warning restore CA1309
    }
}
