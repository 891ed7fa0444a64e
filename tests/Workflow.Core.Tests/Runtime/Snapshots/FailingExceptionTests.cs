using System.Text.Json.Serialization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// With exact exceptions required, user code that throws while its values are saved makes the save fail with a <see cref="SnapshotException"/> and has no other
/// effect.
/// </summary>
[Rule("7.6.1")]
public sealed class FailingExceptionTests
{
    private readonly Log _log = new();

    public static TheoryData<string> Members => ["Message", "StackTrace", "Data", "Argument"];

    [Theory]
    [MemberData(nameof(Members))]
    public void Save_ExceptionMemberThrows_IsRefused(string member)
    {
        SnapshotException refused = Refuses<Exception>(new Hostile("detail", member));
        Assert.Contains("'held'", refused.Message, StringComparison.Ordinal);
        Assert.Contains("root", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Save_InnerException_NamesVariable() =>
        Assert.Contains(
            "'held'",
            Refuses<Exception>(new InvalidOperationException("outer", new Hostile("detail", "StackTrace"))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Save_ValueThrows_IsRefused() => Refuses<Thrower>(new Thrower());

    [Fact]
    public void Save_HandleWithUnsavableMember_IsRefused()
    {
        Variable<HostileHandle> held = new("held");
        Refuses(held, _ => { }, new TypeRegistry().Add<HostileHandle>("handle"));
    }

    private SnapshotException Refuses<T>(T value)
    {
        Variable<T> held = new("held");
        return Refuses(held, context => held.Set(context, value), new TypeRegistry().Add<Hostile>("hostile"));
    }

    private SnapshotException Refuses<T>(Variable<T> held, Action<NativeActivityContext> set, TypeRegistry types)
    {
        Probe root = new(_log, "root") { PrivateVariables = { held } };
        root.Body = context =>
        {
            set(context);
            context.CreateBookmark("go", root.Resumed);
        };
        Reloading running = new Reloading(root, Lane.Fast, types) { RequiresExactExceptions = true }.Start();
        SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Save());

        // The refused save has no effect on the instance.
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return refused;
    }

    private sealed class Hostile(string detail, string throws) : Exception("hostile")
    {
        public override string Message => Give("Message", base.Message);

        public override string? StackTrace => Give("StackTrace", base.StackTrace);

        public override System.Collections.IDictionary Data => Give("Data", base.Data);

        public string Detail => Give("Argument", detail);

        public string Throws => throws;

        public override string ToString() => throw Failure();

        private T Give<T>(string member, T value) => throws == member ? throw Failure() : value;

        private static NotImplementedException Failure() => new("thrown by the author");
    }

    private sealed class Thrower : IJsonOnSerializing
    {
        public void OnSerializing() => throw new Hostile("detail", "Message");
    }

    private sealed class HostileHandle : Handle
    {
        private readonly Action _callback = () => { };

        public void Call() => _callback();
    }
}
