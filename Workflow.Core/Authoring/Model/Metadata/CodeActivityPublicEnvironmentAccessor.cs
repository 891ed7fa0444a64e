using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Expressions;
using Workflow.Foundation;

namespace Workflow;

/// <summary>
/// Allows the method of a code activity to read and write locations of outer scopes that the activity determines in <c>CacheMetadata</c>: for activities
/// that interpret a text, a name or a formula. Each location becomes an argument that the activity declares.
/// </summary>
/// <remarks>
/// Without the accessor, an activity can use only its own arguments (rule 4.8). Use the accessor in <c>CacheMetadata</c>, after the activity has declared
/// its other arguments.
/// </remarks>
public readonly struct CodeActivityPublicEnvironmentAccessor : IEquatable<CodeActivityPublicEnvironmentAccessor>
{
    private CodeActivityPublicEnvironmentAccessor(CodeActivityMetadata metadata) => ActivityMetadata = metadata;

    /// <summary>The metadata of the activity.</summary>
    public CodeActivityMetadata ActivityMetadata { get; }

    /// <summary>Determines whether both use the same declarations.</summary>
    /// <param name="left">The first object.</param>
    /// <param name="right">The second object.</param>
    /// <returns>True if both use the same declarations.</returns>
    public static bool operator ==(CodeActivityPublicEnvironmentAccessor left, CodeActivityPublicEnvironmentAccessor right) => left.Equals(right);

    /// <summary>Determines whether both use different declarations.</summary>
    /// <param name="left">The first object.</param>
    /// <param name="right">The second object.</param>
    /// <returns>True if both use different declarations.</returns>
    public static bool operator !=(CodeActivityPublicEnvironmentAccessor left, CodeActivityPublicEnvironmentAccessor right) => !left.Equals(right);

    /// <summary>Creates an accessor.</summary>
    /// <param name="metadata">The parameter of <c>CacheMetadata</c>.</param>
    /// <returns>An accessor for the same activity.</returns>
    /// <exception cref="ArgumentException">The metadata does not belong to an activity.</exception>
    public static CodeActivityPublicEnvironmentAccessor Create(CodeActivityMetadata metadata) => metadata.Declaration is null
        ? throw new ArgumentException("The metadata belongs to no activity; pass on what CacheMetadata was given.", nameof(metadata))
        : new CodeActivityPublicEnvironmentAccessor(metadata);

    /// <inheritdoc/>
    public bool Equals(CodeActivityPublicEnvironmentAccessor other) => ActivityMetadata == other.ActivityMetadata;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is CodeActivityPublicEnvironmentAccessor other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => ActivityMetadata.GetHashCode();

    /// <summary>Declares an argument that is bound to a location of an outer scope.</summary>
    /// <param name="publicLocation">The location: a variable, an argument or a delegate argument.</param>
    /// <param name="accessDirection">
    /// <see cref="ArgumentDirection.In"/> to read the location (its value is copied before the method runs), <see cref="ArgumentDirection.Out"/> to write it,
    /// <see cref="ArgumentDirection.InOut"/> for both.
    /// </param>
    /// <param name="equivalentLocation">The reference that the activity uses in its method; null if the location is not visible.</param>
    /// <returns>True if the location is visible to expressions of the activity.</returns>
    /// <exception cref="ArgumentNullException">The location is null.</exception>
    [RequiresUnreferencedCode(TrimmingNotes.ByName)]
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public bool TryGetAccessToPublicLocation(
        LocationReference publicLocation, ArgumentDirection accessDirection, [NotNullWhen(true)] out LocationReference? equivalentLocation)
    {
        ArgumentNullException.ThrowIfNull(publicLocation);
        Type expression = accessDirection == ArgumentDirection.In ? typeof(EnvironmentLocationValue<>) : typeof(EnvironmentLocationReference<>);
        return TryDeclare(publicLocation, publicLocation.Type, accessDirection, expression, out equivalentLocation);
    }

    /// <summary>Declares an argument whose value is a location of an outer scope.</summary>
    /// <param name="publicReference">The location: a variable, an argument or a delegate argument.</param>
    /// <param name="equivalentReference">
    /// A reference whose value in the method is a <see cref="Location{T}"/> of the type; null if the location is not visible.
    /// </param>
    /// <returns>True if the location is visible to expressions of the activity.</returns>
    /// <exception cref="ArgumentNullException">The location is null.</exception>
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

        // A name with a space is not a valid property name and cannot collide with an input of a host.
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
