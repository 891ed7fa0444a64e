using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Xml.Linq;
using Span = System.Diagnostics.Activity;
using SpanContext = System.Diagnostics.ActivityContext;

namespace Workflow.Tracking;

/// <summary>
/// Determines the parent and link of the span of an instance's next episode: the parent is the span of the caller that makes the instance run, the link is
/// the span of the previous episode. An instance of an application runs without the ambient values of its callers, so their spans are stored here.
/// </summary>
/// <remarks>
/// Trails are stored in a table, not in instances and operations, so that these need no field for them while no listener is attached. The caller writes
/// the trail of an operation before the operation is posted. After that, only the owner of the instance uses it.
/// </remarks>
internal sealed class SpanTrail
{
    private static readonly ConditionalWeakTable<object, SpanTrail> Trails = [];

    /// <summary>The name under which a saved instance has the span of its last episode, in the form of the W3C header "traceparent".</summary>
    private static readonly XName SavedName = XName.Get("traceparent", "urn:workflow:monitoring");

    /// <summary>The parent of the next episode; default if there is none.</summary>
    private SpanContext _caller;

    /// <summary>The span of the previous episode; default if there is none or it was not sampled.</summary>
    private SpanContext _previous;

    private SpanTrail()
    {
    }

    /// <summary>Stores the current span as the parent of the next episode.</summary>
    /// <param name="target">The instance, if its owner is the caller; or an operation that is not posted yet.</param>
    public static void NoteCaller(object target)
    {
        if (Episode.IsTraced && Span.Current is { } caller)
        {
            Of(target)._caller = caller.Context;
        }
    }

    /// <summary>Stores a span as the parent of the next episode; default for none. Only the owner of the instance may call it.</summary>
    public static void NoteCaller(object target, SpanContext caller)
    {
        if (Episode.IsTraced && caller != default)
        {
            Of(target)._caller = caller;
        }
    }

    /// <summary>Stores the current span as the caller of an operation that is not posted yet, and returns the operation.</summary>
    public static T Noted<T>(T operation)
        where T : class
    {
        NoteCaller(operation);
        return operation;
    }

    /// <summary>Moves the stored caller of an operation to the instance. Only the owner of the instance may call it.</summary>
    public static void Pass(object operation, object instance)
    {
        if (Episode.IsTraced && Trails.TryGetValue(operation, out SpanTrail? trail))
        {
            Of(instance)._caller = trail._caller;
        }
    }

    /// <summary>Starts the span of an episode; returns null if no listener samples it.</summary>
    /// <param name="source">The source of the span.</param>
    /// <param name="instance">The instance.</param>
    /// <param name="isFirst">True for the first episode of the instance.</param>
    public static Span? Start(ActivitySource source, object instance, bool isFirst)
    {
        if (!Episode.IsTraced)
        {
            return null;
        }

        SpanTrail trail = Of(instance);
        ActivityLink[]? links = isFirst || trail._previous == default ? null : [new ActivityLink(trail._previous)];

        // Without a stored caller the parent is the current span, which is that of the caller of an invoker.
        Span? span = source.StartActivity("workflow.episode", System.Diagnostics.ActivityKind.Internal, trail._caller, tags: null, links);
        trail._previous = span?.Context ?? default;
        return span;
    }

    /// <summary>Removes the stored caller of an instance that became idle. Its next episode has another caller, or none, such as a timer.</summary>
    public static void ForgetCaller(object instance)
    {
        if (Episode.IsTraced && Trails.TryGetValue(instance, out SpanTrail? trail))
        {
            trail._caller = default;
        }
    }

    /// <summary>Adds the span of the last episode to the saved values of an instance, for <see cref="Restore"/>.</summary>
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

    /// <summary>Reads the span of the last episode from the saved values of an instance.</summary>
    public static void Restore(object instance, IReadOnlyDictionary<XName, object?> values)
    {
        if (Episode.IsTraced && values.GetValueOrDefault(SavedName) is string saved && SpanContext.TryParse(saved, null, isRemote: true, out SpanContext span))
        {
            Of(instance)._previous = span;
        }
    }

    private static SpanTrail Of(object target) => Trails.GetOrAdd(target, static _ => new SpanTrail());
}
