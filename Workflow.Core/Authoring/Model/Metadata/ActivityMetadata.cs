using System.Collections.ObjectModel;
using Workflow.Validation;

namespace Workflow;

/// <summary>Collects the declarations of an activity that composes other activities.</summary>
public readonly struct ActivityMetadata : IEquatable<ActivityMetadata>
{
    internal ActivityMetadata(ActivityDeclaration declaration) => Declaration = declaration;

    /// <summary>The locations that argument expressions of the activity can refer to.</summary>
    public LocationReferenceEnvironment Environment => Declaration.Scope;

    /// <summary>True if an error was added for this activity; warnings do not count.</summary>
    public bool HasViolations => Declaration.HasErrors;

    internal ActivityDeclaration Declaration { get; }

    /// <summary>Determines whether both collect the same declarations.</summary>
    /// <param name="left">The first object.</param>
    /// <param name="right">The second object.</param>
    /// <returns>True if both collect the same declarations.</returns>
    public static bool operator ==(ActivityMetadata left, ActivityMetadata right) => left.Equals(right);

    /// <summary>Determines whether both collect different declarations.</summary>
    /// <param name="left">The first object.</param>
    /// <param name="right">The second object.</param>
    /// <returns>True if both collect different declarations.</returns>
    public static bool operator !=(ActivityMetadata left, ActivityMetadata right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(ActivityMetadata other) => ReferenceEquals(Declaration, other.Declaration);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ActivityMetadata other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Declaration?.GetHashCode() ?? 0;

    /// <summary>Binds an argument object to its declaration.</summary>
    /// <param name="binding">
    /// The argument object. If null, the property with the name, type and direction of the declaration is used, or an empty argument (rule 12.8).
    /// </param>
    /// <param name="argument">The declaration.</param>
    public void Bind(Argument? binding, RuntimeArgument argument) => ActivityDeclaration.Bind(binding, argument);

    /// <summary>Adds errors and warnings.</summary>
    /// <param name="validationErrors">The errors and warnings; may be null.</param>
    public void SetValidationErrorsCollection(Collection<ValidationError>? validationErrors)
    {
        foreach (ValidationError error in validationErrors ?? [])
        {
            Declaration.AddError(error);
        }
    }

    /// <summary>Adds an error.</summary>
    /// <param name="validationErrorMessage">The message, with the problem and its solution.</param>
    public void AddValidationError(string validationErrorMessage) => Declaration.AddError(validationErrorMessage);

    /// <summary>Adds an error or a warning.</summary>
    /// <param name="validationError">The error or warning.</param>
    public void AddValidationError(ValidationError validationError)
    {
        ArgumentNullException.ThrowIfNull(validationError);
        Declaration.AddError(validationError);
    }

    /// <summary>Replaces the declared arguments.</summary>
    /// <param name="items">The arguments; null for none.</param>
    public void SetArgumentsCollection(Collection<RuntimeArgument>? items) => Replace(Declaration.Arguments, items);

    /// <summary>Declares an argument.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    public void AddArgument(RuntimeArgument? item) => Add(Declaration.Arguments, item);

    /// <summary>Replaces the declared imported children: activities that are declared elsewhere and used here.</summary>
    /// <param name="items">The imported children; null for none.</param>
    public void SetImportedChildrenCollection(Collection<Activity>? items) => Replace(Declaration.ImportedChildren, items);

    /// <summary>Declares an imported child: an activity that is declared elsewhere and used here.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    public void AddImportedChild(Activity? item) => Add(Declaration.ImportedChildren, item);

    /// <summary>Declares an imported child: an activity that is declared elsewhere and used here.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    /// <param name="origin">The object of the application that the item represents; not used.</param>
    public void AddImportedChild(Activity? item, object? origin) => Add(Declaration.ImportedChildren, item);

    /// <summary>Replaces the declared imported delegates: delegates that are declared elsewhere and used here.</summary>
    /// <param name="items">The imported delegates; null for none.</param>
    public void SetImportedDelegatesCollection(Collection<ActivityDelegate>? items) => Replace(Declaration.ImportedDelegates, items);

    /// <summary>Declares an imported delegate: a delegate that is declared elsewhere and used here.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    public void AddImportedDelegate(ActivityDelegate? item) => Add(Declaration.ImportedDelegates, item);

    /// <summary>Declares an imported delegate: a delegate that is declared elsewhere and used here.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    /// <param name="origin">The object of the application that the item represents; not used.</param>
    public void AddImportedDelegate(ActivityDelegate? item, object? origin) => Add(Declaration.ImportedDelegates, item);

    /// <summary>Replaces the declared public variables.</summary>
    /// <param name="items">The public variables; null for none.</param>
    public void SetVariablesCollection(Collection<Variable>? items) => Replace(Declaration.Variables, items);

    /// <summary>Declares a public variable.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    public void AddVariable(Variable? item) => Add(Declaration.Variables, item);

    /// <summary>Declares a public variable.</summary>
    /// <param name="item">The item to declare; null is ignored.</param>
    /// <param name="origin">The object of the application that the item represents; not used.</param>
    public void AddVariable(Variable? item, object? origin) => Add(Declaration.Variables, item);

    /// <summary>Gets the arguments that the default declares, found by reflection over the public properties.</summary>
    /// <returns>A new collection.</returns>
    public Collection<RuntimeArgument> GetArgumentsWithReflection() => new(Declaration.TypeOf(Declaration.Activity).ReflectArguments(Declaration.Activity));

    /// <summary>Gets the children that the default declares, found by reflection over the public properties.</summary>
    /// <returns>A new collection.</returns>
    public Collection<Activity> GetImportedChildrenWithReflection() => new(Declaration.TypeOf(Declaration.Activity).ReflectChildren(Declaration.Activity));

    /// <summary>Gets the variables that the default declares, found by reflection over the public properties.</summary>
    /// <returns>A new collection.</returns>
    public Collection<Variable> GetVariablesWithReflection() => new(Declaration.TypeOf(Declaration.Activity).ReflectVariables(Declaration.Activity));

    /// <summary>Gets the delegates that the default declares, found by reflection over the public properties.</summary>
    /// <returns>A new collection.</returns>
    public Collection<ActivityDelegate> GetImportedDelegatesWithReflection() =>
        new(Declaration.TypeOf(Declaration.Activity).ReflectDelegates(Declaration.Activity));

    /// <summary>Adds an extension that is created if the host has none of its type (rule 14.1).</summary>
    /// <typeparam name="T">The type of the extension.</typeparam>
    /// <param name="extensionProvider">Creates the extension, once for each workflow instance.</param>
    public void AddDefaultExtensionProvider<T>(Func<T> extensionProvider)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(extensionProvider);
        Declaration.ExtensionProviders.Add(typeof(T), Declaration.Activity, extensionProvider);
    }

    /// <summary>Requires an extension. Without the extension, the workflow does not start (rule 14.2).</summary>
    /// <typeparam name="T">The type of the extension.</typeparam>
    public void RequireExtension<T>()
        where T : class => Declaration.RequiredExtensions.Add(typeof(T));

    /// <summary>Requires an extension. Without the extension, the workflow does not start (rule 14.2).</summary>
    /// <param name="extensionType">The type of the extension, a reference type.</param>
    public void RequireExtension(Type extensionType)
    {
        ArgumentNullException.ThrowIfNull(extensionType);
        Declaration.RequiredExtensions.Add(extensionType);
    }

    private static void Add<T>(List<T> list, T? item)
        where T : class
    {
        if (item is not null)
        {
            list.Add(item);
        }
    }

    private static void Replace<T>(List<T> list, Collection<T>? items)
        where T : class
    {
        list.Clear();
        foreach (T? item in items ?? [])
        {
            Add(list, item);
        }
    }
}
