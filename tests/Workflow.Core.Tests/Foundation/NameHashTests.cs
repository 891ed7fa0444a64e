using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Foundation;

namespace Workflow.Core.Tests.Foundation;

public sealed class NameHashTests
{
    private static readonly string[] Names =
    [
        "", "Value", "To", "Condition", "Result", "Left", "Right", "Größe", "数量", "\ud83d\ude00", "AVeryLongNameThatIsLongerThanAnyRegisterOfTheProcessor"
    ];

    [Fact]
    [Rule("4.2")]
    public void Compute_OfAName_IsTheIscsiCrcOfItsUtf16Bytes() =>
        Assert.All(Names, name => Assert.Equal(BitByBit(Encoding.Unicode.GetBytes(name)), NameHash.Compute(name)));

    /// <summary>Verifies the reference itself with the check value for "123456789" from the catalogue of CRCs and with two vectors of RFC 3720.</summary>
    [Fact]
    public void BitByBit_OfPublishedVectors_GivesThePublishedValues()
    {
        Assert.Equal(0xE3069283u, BitByBit(Encoding.ASCII.GetBytes("123456789")));
        Assert.Equal(0x8A9136AAu, BitByBit(new byte[32]));
        Assert.Equal(0x62A8AB43u, BitByBit([.. Enumerable.Repeat((byte)0xFF, 32)]));
    }

    [Fact]
    [Rule("4.2")]
    public void Compare_OfTwoNames_OrdersThemByTheirHashes()
    {
        string[] byHash = [.. Names.OrderBy(name => BitByBit(Encoding.Unicode.GetBytes(name)))];
        string[] sorted = [.. Names];
        Array.Sort(sorted, NameHash.Compare);
        Assert.Equal(byHash, sorted);
        Assert.Equal(0, NameHash.Compare("Value", "Value"));
    }

    /// <summary>Computes the checksum by its definition, without optimizations.</summary>
    private static uint BitByBit(byte[] bytes)
    {
        uint register = 0xFFFFFFFF;
        foreach (byte item in bytes)
        {
            register ^= item;
            for (int bit = 0; bit < 8; bit++)
            {
                register = (register & 1) == 0 ? register >> 1 : (register >> 1) ^ 0x82F63B78;
            }
        }

        return register ^ 0xFFFFFFFF;
    }
}
