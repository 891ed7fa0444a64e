namespace Workflow.Extensions.Hosting.Tests.Messages;

public sealed class RequestIdsTests
{
    /// <summary>Stores contain these ids, so their computation must never change.</summary>
    [Fact]
    public void Ids_OfTexts_StayTheSame()
    {
        Assert.Equal(Expected("workflow-key", "order/4711"), RequestIds.OfKey("order/4711"));
        Assert.Equal(Expected("workflow-start", "order", "r1"), RequestIds.OfStart("order", "r1"));
        Assert.Equal(Expected("workflow-message", "key", "k", "Resume", "go", "r1"), RequestIds.OfMessage("k", "Resume", "go", "r1"));
    }

    [Fact]
    public void Ids_OfOtherScopesOrParts_Differ()
    {
        Guid[] ids =
        [
            RequestIds.OfKey("a"), RequestIds.OfKey("A"), RequestIds.OfStart("a", "b"), RequestIds.OfStart("ab", ""),
            RequestIds.OfMessage("a", "Resume", "b", "c"), RequestIds.OfMessage("a", "Resume", "c", "c"),
            RequestIds.OfMessage("a", "Cancel", "b", "c"),
        ];
        Assert.Equal(ids.Length, ids.Distinct().Count());
        Assert.All(ids, id => Assert.Equal((8, 2), (id.Version, id.Variant >> 2)));
    }

    private static Guid Expected(params string[] parts)
    {
        using MemoryStream text = new();
        foreach (string part in parts)
        {
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(part);
            text.Write([0, 0, 0, checked((byte)bytes.Length)]);
            text.Write(bytes);
        }

        byte[] hash = System.Security.Cryptography.SHA256.HashData(text.ToArray())[..16];
        hash[6] = (byte)((hash[6] & 0x0F) | 0x80);
        hash[8] = (byte)((hash[8] & 0x3F) | 0x80);
        return new Guid(hash, bigEndian: true);
    }
}
