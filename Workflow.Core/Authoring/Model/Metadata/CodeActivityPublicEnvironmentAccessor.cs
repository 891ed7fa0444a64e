using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Expressions;
using Workflow.Foundation;

namespace Workflow;

/// <summary>
/// Lets a code activity read and write, in its own method, places of the scope around it that it learns of only in <c>CacheMetadata</c>: for activities that
/// interpret a text, a name, a formula. Each place becomes an argument that the activity declares for itself.
/// </summary>
/// <remarks>
/// Without it an activity sees its own arguments alone (rule 4.8). To be used in <c>CacheMetadata</c>, after the activity declared its other arguments.
/// </remarks>
public readonly struct CodeActivityPublicEnvironmentAccessor : IEquatable<CodeActivityPublicEnvironmentAccessor>
{
    private CodeActivityPublicEnvironmentAccessor(CodeActivityMetadata metadata) => ActivityMetadata = metadata;

    /// <summary>What the activity declares.</summary>
    public CodeActivityMetadata ActivityMetadata { get; }

    /// <summary>Whether both serve the same declarations.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when they do.</returns>
    public static bool operator ==(CodeActivityPublicEnvironmentAccessor left, CodeActivityPublicEnvironmentAccessor right) => left.Equals(right);

    /// <summary>Whether the two serve different declarations.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when they do.</returns>
    public static bool operator !=(CodeActivityPublicEnvironmentAccessor left, CodeActivityPublicEnvironmentAccessor right) => !left.Equals(right);

    /// <summary>Creates an accessor.</summary>
    /// <param name="metadata">What <c>CacheMetadata</c> was given.</param>
    /// <returns>An accessor for the same activity.</returns>
    /// <exception cref="ArgumentException">The metadata belongs to no activity.</exception>
    public static CodeActivityPublicEnvironmentAccessor Create(CodeActivityMetadata metadata) => metadata.Declaration is null
        ? throw new ArgumentException("The metadata belongs to no activity; pass on what CacheMetadata was given.", nameof(metadata))
        : new CodeActivityPublicEnvironmentAccessor(metadata);

    /// <inheritdoc/>
    public bool Equals(CodeActivityPublicEnvironmentAccessor other) => ActivityMetadata == other.ActivityMetadata;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is CodeActivityPublicEnvironmentAccessor other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => ActivityMetadata.GetHashCode();

    /// <summary>Declares an argument that is bound to a place of the scope around the activity.</summary>
    /// <param name="publicLocation">The place: a variable, an argument, a delegate argument.</param>
    /// <param name="accessDirection">Whether the activity reads it (its value is copied before the method runs), writes it, or both.</param>
    /// <param name="equivalentLocation">What the activity uses in its method instead of the place; null when the place is not visible.</param>
    /// <returns>Whether the place is visible to the activity's expressions.</returns>
    /// <exception cref="ArgumentNullException">The place is null.</exception>
    [RequiresUnreferencedCode(TrimmingNotes.ByName)]
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public bool TryGetAccessToPublicLocation(
        LocationReference publicLocation, ArgumentDirection accessDirection, [NotNullWhen(true)] out LocationReference? equivalentLocation)
    {
        ArgumentNullException.ThrowIfNull(publicLocation);
        Type expression = accessDirection == ArgumentDirection.In ? typeof(EnvironmentLocationValue<>) : typeof(EnvironmentLocationReference<>);
        return TryDeclare(publicLocation, publicLocation.Type, accessDirection, expression, out equivalentLocation);
    }

    /// <summary>Declares an argument whose value is the location of a place of the scope around the activity.</summary>
    /// <param name="publicReference">The place: a variable, an argument, a delegate argument.</param>
    /// <param name="equivalentReference">Its value in the method is a <see cref="Location{T}"/> of the place's type; null when the place is not visible.</param>
    /// <returns>Whether the place is visible to the activity's expressions.</returns>
    /// <exception cref="ArgumentNullException">The place is null.</exception>
    [RequiresUnreferencedCode(TrimmingNotes.ByName)]
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public bool TryGetReferenceToPublicLocation(LocationReference publicReference, [NotNullWhen(true)] out LocationReference? equivalentReference)
    {
        ArgumentNullException.ThrowIfNull(publicReference);
        Type type = typeof(Location<>).MakeGenericType(publicReference.Type);
        return TryDeclare(publicReference, type, ArgumentDirection.In, typeof(EnvironmentLocationReference<>), out equivalentReference);
    }

    [RequiresUnreferencedCode(TrimmingNotes.ByName)]
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    private bool TryDeclare(
        LocationReference place, Type type, ArgumentDirection direction, Type expression, [NotNullWhen(true)] out LocationReference? equivalent)
    {
        equivalent = null;
        if (ActivityMetadata.Environment?.IsVisible(place) != true)
        {
            return false;
        }

        // No host can guess the name, and a property cannot have it.
        RuntimeArgument declared = new($"place {ActivityMetadata.Declaration.Arguments.Count}", type, direction);
        Argument argument = Argument.Create(type, direction);
        argument.Expression = (ActivityWithResult)Activator.CreateInstance(
            expression.MakeGenericType(place.Type), BindingFlags.Instance | BindingFlags.NonPublic, null, [place], null)!;
        ActivityMetadata.Bind(argument, declared);
        ActivityMetadata.AddArgument(declared);
        equivalent = declared;
        return true;
    }
}
