using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Xml.Linq;
using Span = System.Diagnostics.Activity;
using SpanContext = System.Diagnostics.ActivityContext;

namespace Workflow.Tracking;

/// <summary>
/// Where the span of an instance's next episode belongs: below the span of the caller that lets the instance run, and linked to the span of the
/// episode before. An instance of an application runs without the ambient values of its callers, so their spans are noted here.
/// </summary>
/// <remarks>
/// Trails are kept beside instances and operations and not in them, so that these carry nothing of it while no listener is attached. A trail is
/// written by the caller before an operation is handed over, and from then on by the owner of the instance.
/// </remarks>
internal sealed class SpanTrail
{
    private static readonly ConditionalWeakTable<object, SpanTrail> Trails = [];

    /// <summary>The name under which a saved instance keeps the span of its last episode, in the form of the W3C header "traceparent".</summary>
    private static readonly XName SavedName = XName.Get("traceparent", "urn:workflow:monitoring");

    /// <summary>The parent of the next episode; default: none was noted.</summary>
    private SpanContext _caller;

    /// <summary>The episode before; default: there is none, or it was not sampled.</summary>
    private SpanContext _previous;

    private SpanTrail()
    {
    }

    /// <summary>Notes the current span as the one that lets an instance run.</summary>
    /// <param name="target">The instance, for its owner; or an operation, before it is handed over.</param>
    public static void NoteCaller(object target)
    {
        if (Episode.IsTraced && Span.Current is { } caller)
        {
            Of(target)._caller = caller.Context;
        }
    }

    /// <summary>The same, for an operation that is made where it is handed over.</summary>
    public static T Noted<T>(T operation)
        where T : class
    {
        NoteCaller(operation);
        return operation;
    }

    /// <summary>An operation lets an instance run: the caller that was noted for it becomes the instance's. For the owner.</summary>
    public static void Pass(object operation, object instance)
    {
        if (Episode.IsTraced && Trails.TryGetValue(operation, out SpanTrail? trail))
        {
            Of(instance)._caller = trail._caller;
        }
    }

    /// <summary>Starts the span of an episode; null when no listener wants it.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="instance">Whose episode it is.</param>
    /// <param name="isFirst">The instance begins with it.</param>
    public static Span? Start(ActivitySource source, object instance, bool isFirst)
    {
        if (!Episode.IsTraced)
        {
            return null;
        }

        SpanTrail trail = Of(instance);
        ActivityLink[]? links = isFirst || trail._previous == default ? null : [new ActivityLink(trail._previous)];

        // Without a noted caller the parent is the current span, which is that of an invoker's caller.
        Span? span = source.StartActivity("workflow.episode", System.Diagnostics.ActivityKind.Internal, trail._caller, tags: null, links);
        trail._previous = span?.Context ?? default;
        return span;
    }

    /// <summary>The instance is idle: what lets it run next has a caller of its own, or none, such as a timer.</summary>
    public static void ForgetCaller(object instance)
    {
        if (Episode.IsTraced && Trails.TryGetValue(instance, out SpanTrail? trail))
        {
            trail._caller = default;
        }
    }

    /// <summary>Adds the span of the last episode to what is saved of an instance, for <see cref="Restore"/>.</summary>
    public static IReadOnlyDictionary<XName, object?> Save(object instance, IReadOnlyDictionary<XName, object?> values)
    {
        if (!Episode.IsTraced || !Trails.TryGetValue(instance, out SpanTrail? trail) || trail._previous == default)
        {
            return values;
        }

        SpanContext span = trail._previous;
        string flags = (span.TraceFlags & ActivityTraceFlags.Recorded) == 0 ? "00" : "01";
        return new Dictionary<XName, object?>(values) { [SavedName] = $"00-{span.TraceId}-{span.SpanId}-{flags}" };
    }

    /// <summary>Takes the span of the last episode from what was saved of an instance.</summary>
    public static void Restore(object instance, IReadOnlyDictionary<XName, object?> values)
    {
        if (Episode.IsTraced && values.GetValueOrDefault(SavedName) is string saved && SpanContext.TryParse(saved, null, isRemote: true, out SpanContext span))
        {
            Of(instance)._previous = span;
        }
    }

    private static SpanTrail Of(object target) => Trails.GetOrAdd(target, static _ => new SpanTrail());
}
