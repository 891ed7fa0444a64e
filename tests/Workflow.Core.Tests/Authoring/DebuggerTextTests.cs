using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>The texts that a debugger shows for activities, arguments, variables, instances and bookmarks.</summary>
public sealed class DebuggerTextTests
{
    private readonly Log _log = new();

    [Fact]
    public void Displays_OfTheLibrary_NameNonVirtualMembers()
    {
        PropertyInfo[] members = [.. typeof(Activity).Assembly.GetTypes().SelectMany(DebuggerDisplay.MembersOf)];
        Assert.True(members.Length >= 12, $"Only {members.Length} members are shown.");
        Assert.DoesNotContain(members, member => member.GetMethod!.IsVirtual);
    }

    [Theory]
    [InlineData(typeof(Activity))]
    [InlineData(typeof(ActivityDelegate))]
    [InlineData(typeof(ActivityInstance))]
    [InlineData(typeof(Argument))]
    [InlineData(typeof(RuntimeArgument))]
    [InlineData(typeof(Variable))]
    [InlineData(typeof(DelegateArgument))]
    [InlineData(typeof(Bookmark))]
    [InlineData(typeof(BookmarkScope))]
    [InlineData(typeof(BookmarkInfo))]
    [InlineData(typeof(WorkflowApplication))]
    [InlineData(typeof(WorkflowApplicationInstance))]
    public void Displays_OfTheModel_Exist(Type type) => Assert.NotEmpty(DebuggerDisplay.MembersOf(type));

    [Fact]
    public void Activity_InADebugger_ShowsIdNameAndType()
    {
        Sequence named = new() { DisplayName = "Pay", Activities = { new WriteLine() } };
        Assert.Equal("Pay (Sequence)", DebuggerDisplay.Of(named));
        Assert.Equal("WriteLine", DebuggerDisplay.Of(named.Activities[0]));
        WorkflowInspectionServices.CacheMetadata(named);
        Assert.Equal("1: Pay (Sequence)", DebuggerDisplay.Of(named));
        Assert.Equal("2: WriteLine", DebuggerDisplay.Of(named.Activities[0]));
    }

    [Fact]
    public void Argument_InADebugger_ShowsItsBinding()
    {
        Variable<int> total = new("total");
        Assert.Equal("In Int32, unbound", DebuggerDisplay.Of(new InArgument<int>()));
        Assert.Equal("In Int32 = 5", DebuggerDisplay.Of(new InArgument<int>(5)));
        Assert.Equal("In Double = -0.5", DebuggerDisplay.Of(new InArgument<double>(-0.5)));
        Assert.Equal("In DayOfWeek = Friday", DebuggerDisplay.Of(new InArgument<DayOfWeek>(DayOfWeek.Friday)));
        Assert.Equal("In TimeSpan = 00:01:00", DebuggerDisplay.Of(new InArgument<TimeSpan>(TimeSpan.FromMinutes(1))));
        Assert.Equal("In String = \"text\"", DebuggerDisplay.Of(new InArgument<string>("text")));
        Assert.Equal("In String = null", DebuggerDisplay.Of(new InArgument<string?>((string?)null)));
        Assert.Equal($"In String = \"{new string('x', 60)}…\"", DebuggerDisplay.Of(new InArgument<string>(new string('x', 61))));
        Assert.Equal("In Int32 = total", DebuggerDisplay.Of(new InArgument<int>(total)));
        Assert.Equal("Out Int32 = total", DebuggerDisplay.Of(new OutArgument<int>(total)));
        Assert.Equal("InOut Int32 = total", DebuggerDisplay.Of(new InOutArgument<int>(total)));
        Assert.Equal("In Int32 = (unnamed)", DebuggerDisplay.Of(new InArgument<int>(new DelegateInArgument<int>())));
        Assert.Equal("In Int32 = LambdaValue<Int32>", DebuggerDisplay.Of(new InArgument<int>(_ => 5)));
        Assert.Equal("In Int32 = five (Expr<Int32>)", DebuggerDisplay.Of(new InArgument<int>(new Expr<int>(_log, "five", () => 5))));
        Assert.Equal("Text: In String, unbound", DebuggerDisplay.Of(new RuntimeArgument("Text", typeof(string), ArgumentDirection.In)));
    }

    [Fact]
    public void Variable_InADebugger_ShowsNameTypeAndDefault()
    {
        Assert.Equal("total: Int32", DebuggerDisplay.Of(new Variable<int>("total")));
        Assert.Equal("total: Int32 = 120", DebuggerDisplay.Of(new Variable<int>("total", 120)));
        Assert.Equal("(unnamed): String", DebuggerDisplay.Of(new Variable<string>()));
        Assert.Equal("item: In String", DebuggerDisplay.Of(new DelegateInArgument<string>("item")));
        Assert.Equal("ActivityAction, no handler", DebuggerDisplay.Of(new ActivityAction()));
        Assert.Equal("ActivityAction, handled by WriteLine", DebuggerDisplay.Of(new ActivityAction { Handler = new WriteLine() }));
    }

    [Fact]
    public void Bookmark_InADebugger_ShowsItsName()
    {
        Guid id = Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e");
        Assert.Equal("approve", DebuggerDisplay.Of(new Bookmark("approve")));
        Assert.Equal("default scope", DebuggerDisplay.Of(BookmarkScope.Default));
        Assert.Equal($"scope {id}", DebuggerDisplay.Of(new BookmarkScope(id)));
    }

    [Fact]
    public void Instances_InTheMiddleOfARun_ShowActivityNumberAndState()
    {
        ActivityInstance? kept = null;
        Wait child = new(_log, "child");
        Probe root = new(_log, "root", child);
        root.Body = context =>
        {
            kept = root.Schedule(context, child);
            context.CancelChild(kept);
            _log.Add(DebuggerDisplay.Of(kept));
        };
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("root executes", "2: child (Wait), run 2, Executing", "root < child Canceled");
        Assert.Equal("2: child (Wait), run 2, Canceled", DebuggerDisplay.Of(kept!));
    }

    [Fact]
    public void Texts_OfHostileClasses_RunNoneOfTheirCode()
    {
        Assert.Equal("In Hostile = Hostile", DebuggerDisplay.Of(new InArgument<Hostile>(default(Hostile))));
        Assert.Equal("approve", DebuggerDisplay.Of(new HostileBookmark()));
        Assert.Equal("HostileActivity", DebuggerDisplay.Of(new HostileActivity()));
        Assert.Equal("In Int32 = HostileActivity", DebuggerDisplay.Of(new InArgument<int>(new HostileActivity())));
        Assert.Equal("HostileDelegate, no handler", DebuggerDisplay.Of(new HostileDelegate()));
    }

    private readonly struct Hostile : IFormattable
    {
        public override string ToString() => throw new InvalidOperationException("nobody may ask");

        public string ToString(string? format, IFormatProvider? formatProvider) => throw new InvalidOperationException("nobody may ask");
    }

    private sealed class HostileBookmark() : Bookmark("approve")
    {
        public override string ToString() => throw new InvalidOperationException("nobody may ask");
    }

    private sealed class HostileActivity : CodeActivity<int>, ILiteral
    {
        public object? Value => throw new InvalidOperationException("nobody may ask");

        public override string ToString() => throw new InvalidOperationException("nobody may ask");

        protected override int Execute(CodeActivityContext context) => 0;
    }

    private sealed class HostileDelegate : ActivityDelegate
    {
        public override string ToString() => throw new InvalidOperationException("nobody may ask");
    }
}
