extern alias WorkflowCore;
using System.Globalization;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Stored data do not depend on the culture, because another process can read them in another culture.</summary>
public sealed class CultureTests : IDisposable
{
    private readonly CultureInfo _culture = CultureInfo.CurrentCulture;

    public static TheoryData<string> Cultures => ["ar-SA", "de-DE", "fa-IR", "he-IL", "sv-SE", "th-TH"];

    [Theory]
    [MemberData(nameof(Cultures))]
    public void EventQueueName_InEachCulture_HasOneText(string culture)
    {
        EventQueueName name = new(typeof(IDisposable), "Ended",
        [
            new CorrelationProperty("a", -5), new CorrelationProperty("b", 1.5m),
            new CorrelationProperty("c", new DateTime(2026, 3, 4, 5, 6, 7, DateTimeKind.Utc)), new CorrelationProperty("d", (DayOfWeek)(-1)),
            new CorrelationProperty("e", DayOfWeek.Monday), new CorrelationProperty("f", null),
        ]);
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        Assert.Equal("System.IDisposable.Ended a=-5 b=1.5 c=03/04/2026 05:06:07 d=-1 e=Monday f=", name.ToString());
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public async Task PromotedValue_InEachCulture_HasOneText(string culture)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        VirtualTimeProvider clock = new();
        InMemoryInstanceStore store = new(clock);
        using Host host = new(store, clock, unloadOnIdle: true);
        host.Persistence.PromotedProperties.Add(nameof(Rated.Level));
        host.Persistence.PromotedProperties.Add(nameof(Rated.Size));
        WorkflowInstance instance = host.Start(typeof(Rated));
        InstanceSummary row = Assert.Single(await Stored.AllAsync(store));
        Assert.Equal("-7", row.Values.Single(static pair => pair.Key.LocalName == nameof(Rated.Level)).Value);
        Assert.Equal("<-1.5; -2.5>", row.Values.Single(static pair => pair.Key.LocalName == nameof(Rated.Size)).Value);
        host.Send(instance, "item", 1);
        Assert.Equal((DayOfWeek)(-7), host.Outputs[nameof(Rated.Level)]);
    }

    public void Dispose() => CultureInfo.CurrentCulture = _culture;

    /// <summary>Waits with values that a query can only see as text.</summary>
    public sealed class Rated : SequentialWorkflowActivity
    {
        public Rated()
        {
            Name = "rated";
            this.With(new Reading("item"));
        }

        public DayOfWeek Level { get; set; } = (DayOfWeek)(-7);

        public Measure Size => new(-1.5, -2.5);
    }

    public readonly record struct Measure(double Width, double Height) : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => string.Create(formatProvider, $"<{Width}; {Height}>");

        public override string ToString() => ToString(null, CultureInfo.CurrentCulture);
    }
}
