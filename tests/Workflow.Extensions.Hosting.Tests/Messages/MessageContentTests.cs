using System.Text;
using System.Text.Json;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting.Tests.Messages;

public sealed class MessageContentTests
{
    private static readonly TypeRegistry Types = new TypeRegistry().Add<Decision>("decision");

    public static TheoryData<object?> Values =>
    [
        null, 5, 5L, "text", true, 1.5m, new DateTimeOffset(2030, 1, 1, 0, 0, 0, TimeSpan.Zero),
        new Guid(1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]),
        new Decision(true, "Ada")
    ];

    [Theory]
    [MemberData(nameof(Values))]
    public void Value_ThatIsWritten_IsReadEqual(object? value)
    {
        MessageContent content = new(Types, new JsonValueSerializer());
        Assert.Equal(value, content.Read(content.Write(value)).Value);
        MessageContent own = new(Types, new PlainSerializer());
        Assert.Equal(value, own.Read(own.Write(value)).Value);
    }

    [Fact]
    public void Collections_OfRegisteredTypes_AreReadEqual()
    {
        MessageContent content = new(Types, new JsonValueSerializer());
        Assert.Equal([1, 2], (List<int>)content.Read(content.Write(new List<int> { 1, 2 })).Value!);
    }

    [Fact]
    public void CollectionExpressions_OfRegisteredTypes_AreReadEqual()
    {
        MessageContent content = new(Types, new JsonValueSerializer());
        Assert.Equal([1, 2], (IReadOnlyList<int>)content.Read(content.Write((IReadOnlyList<int>)[1, 2])).Value!);
        Assert.Equal(
            [new Decision(true, "Ada")],
            (IEnumerable<Decision>)content.Read(content.Write((IEnumerable<Decision>)[new Decision(true, "Ada")])).Value!);
        Assert.Throws<WorkflowPayloadException>(() => content.Write((IEnumerable<Unregistered>)[new Unregistered(1)]));
    }

    [Fact]
    public void Content_NamesNoTypeOfDotNet()
    {
        string text = Encoding.UTF8.GetString(new MessageContent(Types, new JsonValueSerializer()).Write(new Decision(true, "Ada")).Span);
        Assert.Contains("\"decision\"", text, StringComparison.Ordinal);
        Assert.DoesNotContain(nameof(Decision), text, StringComparison.Ordinal);
        Assert.DoesNotContain("Workflow", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_OfATypeWithoutAlias_IsRefused()
    {
        Assert.Throws<WorkflowPayloadException>(() => new MessageContent(Types, new JsonValueSerializer()).Write(new Unregistered(1)));
        Assert.Throws<WorkflowPayloadException>(() => new MessageContent(Types, new PlainSerializer()).Write(new Unregistered(1)));
        Assert.Throws<WorkflowPayloadException>(() => new MessageContent(Types, new JsonValueSerializer()).Write(new Action(() => { })));
    }

    [Fact]
    public void Write_OfAnInvalidValue_ThrowsOneSentence()
    {
        string message = Assert.Throws<WorkflowPayloadException>(
            () => new MessageContent(Types, new JsonValueSerializer()).Write(new Action(() => { }))).Message;
        Assert.EndsWith("; register types of values with AddType, in the sender and in the hosts.", message, StringComparison.Ordinal);
        Assert.DoesNotContain(". ", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("5")]
    [InlineData("{\"value\":{\"@type\":\"unknown\",\"@value\":1}}")]
    [InlineData("{\"value\":1,\"value\":2}")]
    [InlineData("{\"type\":\"System.String\",\"value\":1}")]
    [InlineData("{\"type\":7,\"value\":1}")]
    public void Read_OfContentThatIsDamagedOrForged_Fails(string text) =>
        Assert.ThrowsAny<Exception>(() => new MessageContent(Types, new JsonValueSerializer()).Read(Encoding.UTF8.GetBytes(text)));

    /// <summary>Any bytes give either a value or an exception that the reader of the message catches, never a hang or the end of the process.</summary>
    [Fact]
    public void Read_OfChangedBytes_ReturnsOrThrows()
    {
        MessageContent content = new(Types, new JsonValueSerializer());
        byte[] original = content.Write(new List<object> { new Decision(true, "Ada"), 5, "text", new[] { 1, 2 } }).ToArray();
        Random random = new(20301);
        for (int i = 0; i < 5000; i++)
        {
            byte[] changed = [.. original];
            for (int change = random.Next(1, 4); change > 0; change--)
            {
                changed[random.Next(changed.Length)] = (byte)random.Next(256);
            }

            Exception? exception = Record.Exception(() => content.Read(changed.AsMemory(0, random.Next(changed.Length + 1))));
            Assert.False(exception is OutOfMemoryException or NullReferenceException, exception?.ToString());
        }

        Assert.ThrowsAny<JsonException>(() => content.Read(Encoding.UTF8.GetBytes($"{{\"value\":{new string('[', 100_000)}")));
    }

    /// <summary>A serializer as an application could register it.</summary>
    private sealed class PlainSerializer : ValueSerializer
    {
        public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context) => JsonSerializer.Serialize(writer, value, type);

        public override object? Read(JsonElement value, Type type, ValueContext context) => value.Deserialize(type);
    }
}
