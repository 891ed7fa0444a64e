using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Extensions that add each other, and extensions that are found by a service type (rules 14.1 and 14.2).</summary>
public sealed class ExtensionServiceTests
{
    private readonly List<string> _told = [];
    private readonly Log _log = new();

    private interface IClock;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("14.2")]
    public void AdditionalExtensions_InACycle_AreAddedOnce(bool made)
    {
        Mutual first = new(_told, "first"), second = new(_told, "second");
        first.Brings = [second];
        second.Brings = [first, second];
        object[] found = [];
        WorkflowInvoker invoker = new(new Step(_log, "step", context => found = [context.GetExtension<Mutual>()!]));
        if (made)
        {
            invoker.Extensions.Add(() => first);
        }
        else
        {
            invoker.Extensions.Add(first);
        }

        invoker.Invoke();
        Assert.Equal(["first asked", "second asked", "first set", "second set"], _told);
        Assert.Same(first, Assert.Single(found));
    }

    [Fact]
    [Rule("14.2")]
    public void AdditionalExtensions_IncludingItself_AreAddedOnce()
    {
        Mutual self = new(_told, "self");
        self.Brings = [self];
        WorkflowApplication application = new(new Step(_log, "step")) { SynchronizationContext = new InlineContext() };
        application.Extensions.Add(self);
        application.Extensions.Add(self);
        application.Run();
        Assert.Equal(["self asked", "self set"], _told);
    }

    [Fact]
    [Rule("14.2")]
    public void AdditionalExtensions_InALongChain_NeedNoStack()
    {
        Mutual last = new([], "last");
        Mutual first = last;
        for (int i = 0; i < 100_000; i++)
        {
            first = new Mutual([], "link") { Brings = [first] };
        }

        Named? found = null;
        last.Brings = [new Named("at the end")];
        WorkflowInvoker invoker = new(new Step(_log, "step", context => found = context.GetExtension<Named>()));
        invoker.Extensions.Add(first);
        invoker.Invoke();
        Assert.Equal("at the end", found!.Name);
    }

    [Fact]
    [Rule("14.3")]
    public void Extension_OfTwoFactories_IsDisposedOnce()
    {
        Counted counted = new();
        WorkflowInvoker invoker = new(new Step(_log, "step"));
        invoker.Extensions.Add(() => counted);
        invoker.Extensions.Add<IDisposable>(() => counted);
        invoker.Invoke();
        Assert.Equal(1, counted.Times);
    }

    [Fact]
    [Rule("14.1")]
    public void Add_UnderAService_IsFoundOnlyByTheService()
    {
        SystemClock first = new(), second = new();
        WorkflowInvoker invoker = new(new Step(_log, "step", context =>
        {
            Assert.Same(first, context.GetExtension<IClock>());
            Assert.Same(second, context.GetExtension<SystemClock>());
        }));
        invoker.Extensions.Add<IClock>(first);
        invoker.Extensions.Add(second);
        invoker.Invoke();
        Assert.Equal([first, second], invoker.Extensions.GetAllSingletonExtensions());
        Assert.Throws<InvalidOperationException>(() => invoker.Extensions.Add<IClock>(second));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceExtensionManager().Add<IClock>((IClock)null!));
    }

    [Fact]
    [Rule("14.2")]
    public void Add_UnderAService_SatisfiesARequirement()
    {
        WorkflowInvoker invoker = new(new Requires());
        invoker.Extensions.Add<IClock>(new SystemClock());
        invoker.Invoke();
    }

    [Fact]
    [Rule("14.2")]
    public void Invoke_WithoutARequiredExtension_CanBeRepeatedWithIt()
    {
        WorkflowInvoker invoker = new(new Requires());
        Assert.Contains("IClock", Assert.Throws<ValidationException>(invoker.Invoke).Message, StringComparison.Ordinal);
        invoker.Extensions.Add(new SystemClock());
        invoker.Invoke();
    }

    [Fact]
    [Rule("14.1")]
    public void GetRequiredExtension_Missing_NamesTypeAndRemedy()
    {
        Step step = new(_log, "tells the time", context => context.GetRequiredExtension<IClock>());
        string message = Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(step)).Message;
        Assert.Contains("'tells the time'", message, StringComparison.Ordinal);
        Assert.Contains($"'{typeof(IClock)}'", message, StringComparison.Ordinal);
        Assert.Contains("add one to the Extensions of the host", message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("14.1")]
    public void GetRequiredExtension_Present_ReturnsIt()
    {
        SystemClock clock = new();
        WorkflowInvoker invoker = new(new Step(_log, "step", context => Assert.Same(clock, context.GetRequiredExtension<IClock>())));
        invoker.Extensions.Add(clock);
        invoker.Invoke();
    }

    private sealed record Named(string Name);

    private sealed class SystemClock : IClock;

    private sealed class Counted : IDisposable
    {
        public int Times { get; private set; }

        public void Dispose() => Times++;
    }

    private sealed class Requires : CodeActivity
    {
        protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.RequireExtension<IClock>();

        protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<IClock>();
    }

    private sealed class Mutual(List<string> told, string name) : IWorkflowInstanceExtension
    {
        public object[] Brings { get; set; } = [];

        public IEnumerable<object> GetAdditionalExtensions()
        {
            told.Add($"{name} asked");
            return Brings;
        }

        public void SetInstance(WorkflowInstanceProxy instance) => told.Add($"{name} set");
    }
}
