using System.Data.Common;
using System.Net.Sockets;
using System.Text.Json;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Tests exceptions that cannot be restored exactly. The handler that has caught one continues with a substitute, which is marked as such (rule 7.5.6).
/// </summary>
[Rule("7.5.6")]
public sealed class SubstituteExceptionTests
{
    private readonly Log _log = new();

    [Fact]
    public void Exception_WithoutAlias_IsSubstituteWithTextAndData()
    {
        Exception thrown = Thrown(
            new Unnamed("lost", new TimeoutException("late"))
            {
                Number = 7,
                Data = { ["order"] = 5, ["live"] = new MemoryStream(), [3] = "three" },
                HResult = 77,
                HelpLink = "help"
            });
        SubstituteException back = Assert.IsType<SubstituteException>(InHandler<Exception>(thrown));
        Assert.Equal((typeof(Unnamed).ToString(), "lost", 77, "help"), (back.OriginalType, back.Message, back.HResult, back.HelpLink));
        Assert.StartsWith(thrown.StackTrace!, back.StackTrace, StringComparison.Ordinal);
        Assert.Equal(["order"], back.Data.Keys.Cast<string>());
        Assert.Equal(5, back.Data["order"]);
        Assert.Equal("late", Assert.IsType<TimeoutException>(back.InnerException).Message);
        Assert.StartsWith($"{typeof(Unnamed)}: lost", back.ToString(), StringComparison.Ordinal);
        Assert.Equal(back.OriginalType, SubstituteException.OriginalTypeOf(back));
    }

    [Fact]
    public void Exception_OfDeclaredCatch_KeepsType()
    {
        Unnamed back = Assert.IsType<Unnamed>(InHandler<Unnamed>(Thrown(new Unnamed("lost", null) { Number = 7 })));
        Assert.Equal(("lost", 7), (back.Message, back.Number));
        Assert.Null(SubstituteException.OriginalTypeOf(back));
    }

    [Fact]
    public void Exception_OfDeclaredCatchUnsavableMember_IsMarked()
    {
        Holding back = Assert.IsType<Holding>(InHandler<Holding>(Thrown(new Holding(new MemoryStream()) { Number = 7 })));
        Assert.Equal(("holding", 7), (back.Message, back.Number));
        Assert.Null(back.Stream);
        Assert.Equal(typeof(Holding).ToString(), SubstituteException.OriginalTypeOf(back));
    }

    [Fact]
    public void Exception_OfDriver_IsDbExceptionWithState()
    {
        DbException back = Assert.IsAssignableFrom<DbException>(InHandler<DbException>(Thrown(new DriverException("unique") { HResult = -5 })));
        Assert.Equal(("unique", "23505", true, -5), (back.Message, back.SqlState, back.IsTransient, back.ErrorCode));
        Assert.Equal(typeof(DriverException).ToString(), SubstituteException.OriginalTypeOf(back));
        Assert.StartsWith($"{typeof(DriverException)} (0xFFFFFFFB): unique", back.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void InternalException_OfDotNet_IsNearestPublicBase()
    {
        Exception thrown = Assert.ThrowsAny<JsonException>(static () => JsonDocument.Parse("{\n,"));
        JsonException back = Assert.IsType<JsonException>(InHandler<JsonException>(thrown));
        Assert.Equal(
            (thrown.Message, ((JsonException)thrown).LineNumber, ((JsonException)thrown).BytePositionInLine),
            (back.Message, back.LineNumber, back.BytePositionInLine));
        Assert.Equal("System.Text.Json.JsonReaderException", SubstituteException.OriginalTypeOf(back));
        Assert.StartsWith(thrown.StackTrace!, back.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    public void Exception_OfAbstractCatch_IsRefusedWithRemedy()
    {
        Reloading running = Handling<Abstract>(new Concrete());
        SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Save());
        Assert.Contains("needs an alias", refused.Message, StringComparison.Ordinal);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Substitute_SavedAgain_IsUnchanged()
    {
        Reloading running = Handling<Exception>(Thrown(new Unnamed("lost", null)), out Func<Exception?> caught);
        byte[] first = running.Reload().Save();
        Assert.Equal(first, running.Reload().Save());
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(typeof(Unnamed).ToString(), SubstituteException.OriginalTypeOf(caught()!));
    }

    [Fact]
    public void Save_ExactExceptionsRequired_Fails()
    {
        Reloading running = Handling<Exception>(new Unnamed("lost", null), out _, isStrict: true);
        Assert.Contains("has no alias", Assert.Throws<SnapshotException>(() => running.Save()).Message, StringComparison.Ordinal);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Exception_MembersThrow_IsSavedWithoutThem()
    {
        SubstituteException back = Assert.IsType<SubstituteException>(InHandler<Exception>(new Failing()));
        Assert.Equal(typeof(Failing).ToString(), back.OriginalType);
        Assert.Null(back.StackTrace);
    }

    [Fact]
    public void Exception_UnpairedSurrogate_IsReplaced() =>
        Assert.Equal("half \uFFFD", Assert.IsType<InvalidOperationException>(InHandler<Exception>(new InvalidOperationException("half \uD800"))).Message);

    [Fact]
    public void Cancellation_WithToken_IsMarkedAsSubstitute()
    {
        using CancellationTokenSource source = new();
        TaskCanceledException back = Assert.IsType<TaskCanceledException>(InHandler<Exception>(new TaskCanceledException("stop", null, source.Token)));
        Assert.Equal(typeof(TaskCanceledException).ToString(), SubstituteException.OriginalTypeOf(back));
        Assert.Null(SubstituteException.OriginalTypeOf(InHandler<Exception>(new TaskCanceledException("stop"))));
    }

    [Fact]
    public void Exception_InsideValue_IsSubstituteIfAssignable()
    {
        Exception thrown = new Unnamed("inside", null);
        Variable<Report> held = new("held");
        Probe root = new(_log, "root") { PrivateVariables = { held } };
        Report report = new() { All = [thrown, new TimeoutException("late")], First = thrown };
        root.Body = context =>
        {
            held.Set(context, report);
            context.CreateBookmark("go", root.Resumed);
        };
        Report? back = null;
        root.OnResume = (context, _, _) => back = held.Get(context);
        Reloading running = new Reloading(root, Lane.Fast) { Serializer = new JsonValueSerializer() }.Start().Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("inside", Assert.IsType<SubstituteException>(back!.First).Message);
        Assert.Same(back.First, back.All[0]);
        Assert.IsType<TimeoutException>(back.All[1]);
        report.Exact = new Unnamed("exact", null);
        Reloading refused = new Reloading(root, Lane.Fast) { Serializer = new JsonValueSerializer() }.Start();
        Assert.Contains("needs an alias", Assert.Throws<SnapshotException>(() => refused.Save()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void SocketException_KeepsCodes()
    {
        SocketException thrown = new((int)SocketError.TimedOut);
        SocketException back = Assert.IsType<SocketException>(InHandler<Exception>(thrown));
        Assert.Equal(
            (thrown.SocketErrorCode, thrown.NativeErrorCode, thrown.ErrorCode, thrown.Message),
            (back.SocketErrorCode, back.NativeErrorCode, back.ErrorCode, back.Message));
        Assert.Null(SubstituteException.OriginalTypeOf(back));
    }

    private static Exception Thrown(Exception exception)
    {
        try
        {
            throw exception;
        }
        catch (Exception caught)
        {
            return caught;
        }
    }

    private Exception InHandler<T>(Exception thrown)
        where T : Exception
    {
        Reloading running = Handling<T>(thrown, out Func<Exception?> caught).Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotSame(thrown, caught());
        return caught()!;
    }

    private Reloading Handling<T>(Exception thrown)
        where T : Exception => Handling<T>(thrown, out _);

    /// <summary>Starts an instance that waits in the handler of a catch, with the exception in the handler's argument.</summary>
    private Reloading Handling<T>(Exception thrown, out Func<Exception?> caught, bool isStrict = false)
        where T : Exception
    {
        Exception? found = null;
        DelegateInArgument<T> argument = new("caught");
        Probe failing = new(_log, "failing") { Body = _ => throw thrown };
        Waiting<T> handler = new(seen => found = seen) { Seen = new InArgument<T>(argument) };
        TryCatch root = new() { Try = failing, Catches = { new Catch<T> { Action = new ActivityAction<T> { Argument = argument, Handler = handler } } } };
        caught = () => found;
        return new Reloading(root, Lane.Fast) { RequiresExactExceptions = isStrict, Serializer = new JsonValueSerializer() }.Start();
    }

    private sealed class Waiting<T>(Action<T?> onResumed) : NativeActivity
    {
        public required InArgument<T> Seen { get; init; }

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("go", Resumed);

        private void Resumed(NativeActivityContext context, Bookmark bookmark, object? value) => onResumed(Seen.Get(context));
    }

    private sealed class Report
    {
        public List<Exception> All { get; init; } = [];

        public Exception? First { get; init; }

        public Unnamed? Exact { get; set; }
    }

    private sealed class Unnamed(string message, Exception? innerException) : Exception(message, innerException)
    {
        public int Number { get; init; }
    }

    private sealed class Holding(Stream? stream) : Exception("holding")
    {
        public Stream? Stream => stream;

        public int Number { get; init; }
    }

    private sealed class DriverException(string message) : DbException(message)
    {
        public override string? SqlState => "23505";

        public override bool IsTransient => true;
    }

    private abstract class Abstract : Exception;

    private sealed class Concrete : Abstract;

    private sealed class Failing : Exception
    {
        public override string Message => throw new NotImplementedException();

        public override string? StackTrace => throw new NotImplementedException();

        public override System.Collections.IDictionary Data => throw new NotImplementedException();
    }
}
