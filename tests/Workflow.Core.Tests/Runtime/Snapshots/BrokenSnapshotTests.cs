using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>A load of data that is not a valid snapshot fails with a <see cref="SnapshotException"/> and has no other effect.</summary>
[Rule("7.5.3")]
public sealed class BrokenSnapshotTests
{
    private const string EmptySum = "00000000";

    private readonly Log _log = new();

    [Fact]
    public void Load_Truncated_Fails()
    {
        (Activity workflow, byte[] data) = SaveRich();
        for (int length = 0; length < data.Length; length++)
        {
            AssertRefused(workflow, data.AsMemory(0, length));
        }
    }

    [Fact]
    public void Load_DamagedByte_Fails()
    {
        (Activity workflow, byte[] data) = SaveRich();
        for (int at = 0; at < data.Length; at++)
        {
            byte[] damaged = [.. data];
            damaged[at] ^= 1;
            Assert.EndsWith("; the saved state was not changed.", AssertRefused(workflow, damaged).Message, StringComparison.Ordinal);
        }
    }

    /// <summary>Changes the data and corrects the checksum. The load either fails or returns a valid state of the instance.</summary>
    [Fact]
    [Trait("Category", RandomRounds.Category)]
    public void Load_Forged_FailsOrContinues() => RandomRounds.Run(seed =>
    {
        (Activity workflow, byte[] data) = SaveRich();
        byte[] body = Unsealed(data);
        Random random = new(seed);
        int refused = 0;
        for (int i = 0; i < 6000; i++)
        {
            byte[] forged = [.. body];
            for (int changes = random.Next(1, 3); changes > 0; changes--)
            {
                int at = random.Next(1, forged.Length - 1);
                forged[at] = (byte)(random.Next(4) == 0 ? random.Next(32, 127) : Similar(forged[at], random));
            }

            refused += LoadsOrIsRefused(workflow, SnapshotChecksum.Append(forged)) ? 0 : 1;
        }

        Assert.InRange(refused, 1000, 6000);
    });

    [Theory]
    [InlineData("\"workflow\":1", "\"workflow\":2", "workflow")]
    [InlineData("\"hasStarted\":true", "\"hasStarted\":false", "hasStarted")]
    [InlineData("\"activity\":\"1\"", "\"activity\":\"9.9\"", "9.9")]
    [InlineData("OnResumed", "OnMissing", "OnMissing")]
    [InlineData("\"root\":0", "\"root\":999", "root")]
    [InlineData("\"root\":0", "\"root\":\"0\"", "root")]
    [InlineData("\"lastInstance\":", "\"lastInstance\":-", "lastInstance")]
    [InlineData("\"lastBookmark\":", "\"queue\":{},\"lastBookmark\":", "queue")]
    [InlineData("\"lastBookmark\":", "\"queue\":[{\"do\":\"commit\",\"on\":0}],\"lastBookmark\":", "commit")]
    [InlineData("\"id\":", "\"ident\":", "id")]
    [InlineData("\"line\"", "\"System.IO.FileInfo\"", "System.IO.FileInfo")]
    [InlineData("\"objects\":", "\"things\":", "objects")]
    public void Load_InvalidMember_NamesIt(string from, string to, string named)
    {
        (Activity workflow, byte[] data) = SaveRich();
        string text = Encoding.UTF8.GetString(Unsealed(data));
        Assert.Contains(from, text, StringComparison.Ordinal);
        byte[] forged = SnapshotChecksum.Append(Encoding.UTF8.GetBytes(text.Replace(from, to, StringComparison.Ordinal)));
        Assert.Contains(named, AssertRefused(workflow, forged).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_OtherDefinition_IsRefused()
    {
        (_, byte[] data) = SaveRich();
        SnapshotException refused = AssertRefused(new Sequence { DisplayName = "other", Activities = { new Wait(_log, "A") } }, data);
        Assert.Contains("'other' (1)", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_MissingAlias_NamesVariable()
    {
        (Activity workflow, byte[] data) = SaveRich();
        Reloading running = new(workflow, Lane.Fast, new TypeRegistry());
        SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Load(data));
        Assert.Equal("item", refused.ValueName);
        Assert.Contains("'line'", refused.Message, StringComparison.Ordinal);
    }

    private static byte Similar(byte given, Random random) => given switch
    {
        >= (byte)'0' and <= (byte)'9' => (byte)('0' + random.Next(10)),
        >= (byte)'a' and <= (byte)'z' => (byte)('a' + random.Next(26)),
        _ => given,
    };

    private static byte[] Unsealed(byte[] data)
    {
        int suffix = $",\"checksum\":\"{EmptySum}\"}}".Length;
        return [.. data.AsSpan(0, data.Length - suffix), (byte)'}'];
    }

    private static TypeRegistry Types() => new TypeRegistry().Add<Line>("line");

    private static SnapshotException AssertRefused(Activity workflow, ReadOnlyMemory<byte> data) =>
        Assert.Throws<SnapshotException>(() => new Reloading(workflow, Lane.Fast, Types()).Load(data));

    private static bool LoadsOrIsRefused(Activity workflow, byte[] data)
    {
        Reloading running;
        try
        {
            running = new Reloading(workflow, Lane.Fast, Types()).Load(data);
        }
        catch (SnapshotException)
        {
            return false;
        }

        // The further course of the workflow does not matter, as long as it runs.
        running.Resume("A");
        running.Resume("B", "value");
        running.Cancel();
        return true;
    }

    private (Activity Workflow, byte[] Data) SaveRich()
    {
        Variable<object> item = new("item", _ => new Line("x", 1));
        Variable<List<int>> list = new("list", _ => new List<int> { 1, 2 });
        Variable<int> sum = new("sum", 4);
        DelegateInArgument<int> value = new("value");
        Sequence workflow = new()
        {
            Variables = { item, list, sum },
            Activities =
            {
                new Workflow.Statements.Parallel
                {
                    Branches =
                    {
                        new Wait(_log, "A"),
                        new TryCatch
                        {
                            Try = new Throw { Exception = new InArgument<Exception>(_ => new InvalidOperationException("boom")) },
                            Catches =
                            {
                                new Catch<InvalidOperationException>
                                {
                                    Action = new ActivityAction<InvalidOperationException> { Handler = new Wait(_log, "B") }
                                }
                            },
                        },
                        new ForEach<int>
                        {
                            Values = new InArgument<IEnumerable<int>>(context => list.Get(context)),
                            Body = new ActivityAction<int> { Argument = value, Handler = new Wait(_log, "C") },
                        },
                        new CompensableActivity { Body = new Wait(_log, "D"), CompensationHandler = new Wait(_log, "E") },
                        new Pick { Branches = { new PickBranch { Trigger = new Wait(_log, "F") } } },
                    },
                },
            },
        };
        return (workflow, new Reloading(workflow, Lane.Fast, Types()).Start().Save());
    }

    private sealed record Line(string Name, int Amount);
}
