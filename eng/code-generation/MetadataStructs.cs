namespace Workflow.CodeGeneration;

/// <summary>
/// Renders the three structures that collect the declarations of an activity. They have most members in common, but the programming model gives them no
/// common type, because each kind of activity can declare only what it can use.
/// </summary>
public static class MetadataStructs
{
    private const string Folder = "Workflow.Core/Authoring/Model/Metadata/";

    private const int LongestLine = 160;

    private static readonly Item
        Arguments = new("Argument", "RuntimeArgument", "an argument", "arguments"),
        Children = new("Child", "Activity", "a public child", "public children") { HasOrigin = true },
        ImplementationChildren = new("ImplementationChild", "Activity", "an implementation child", "implementation children"),
        ImportedChildren = new("ImportedChild", "Activity", "an imported child", "imported children")
        {
            HasOrigin = true,
            OneMeans = ": an activity that is declared elsewhere and used here",
            ManyMean = ": activities that are declared elsewhere and used here",
        },
        Delegates = new("Delegate", "ActivityDelegate", "a public delegate", "public delegates") { HasOrigin = true },
        ImplementationDelegates = new("ImplementationDelegate", "ActivityDelegate", "an implementation delegate", "implementation delegates"),
        ImportedDelegates = new("ImportedDelegate", "ActivityDelegate", "an imported delegate", "imported delegates")
        {
            HasOrigin = true,
            OneMeans = ": a delegate that is declared elsewhere and used here",
            ManyMean = ": delegates that are declared elsewhere and used here",
        },
        Variables = new("Variable", "Variable", "a public variable", "public variables") { HasOrigin = true },
        ImplementationVariables = new("ImplementationVariable", "Variable", "an implementation variable", "implementation variables");

    /// <summary>The files, by their paths relative to the root of the repository.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Files => new Dictionary<string, string>
    {
        [Folder + "ActivityMetadata.g.cs"] = Struct(
            "ActivityMetadata",
            "an activity that composes other activities",
            [Arguments, ImportedChildren, ImportedDelegates, Variables],
            [(Arguments, "Arguments"), (ImportedChildren, "Children"), (Variables, "Variables"), (ImportedDelegates, "Delegates")]),
        [Folder + "CodeActivityMetadata.g.cs"] = Struct(
            "CodeActivityMetadata",
            "an activity whose work is one method or one asynchronous operation",
            [Arguments],
            [(Arguments, "Arguments")]),
        [Folder + "NativeActivityMetadata.g.cs"] = Struct(
            "NativeActivityMetadata",
            "an activity that schedules other activities",
            [
                Arguments, Children, ImplementationChildren, ImportedChildren, Delegates, ImplementationDelegates, ImportedDelegates, Variables,
                ImplementationVariables,
            ],
            [(Arguments, "Arguments"), (Children, "Children"), (Variables, "Variables"), (Delegates, "Delegates")]),
    };

    private static string Struct(string name, string activity, Item[] items, (Item Item, string Reflected)[] reflected) => $$"""
        {{GeneratedFiles.Header}}#nullable enable

        using System.Collections.ObjectModel;
        using Workflow.Validation;

        namespace Workflow;

        /// <summary>Collects the declarations of {{activity}}.</summary>
        public readonly struct {{name}} : IEquatable<{{name}}>
        {
            internal {{name}}(ActivityDeclaration declaration) => Declaration = declaration;

            /// <summary>The locations that argument expressions of the activity can refer to.</summary>
            public LocationReferenceEnvironment Environment => Declaration.Scope;

            /// <summary>True if an error was added for this activity; warnings do not count.</summary>
            public bool HasViolations => Declaration.HasErrors;

            internal ActivityDeclaration Declaration { get; }

        {{Equality(name)}}
        {{Validation}}
        {{string.Concat(items.Select(Declare))}}{{string.Concat(reflected.Select(one => Reflect(one.Item, one.Reflected)))}}{{Extensions}}
        {{Lists}}}

        """;

    private static string Equality(string name) => $$"""
            /// <summary>Determines whether both collect the same declarations.</summary>
            /// <param name="left">The first object.</param>
            /// <param name="right">The second object.</param>
            /// <returns>True if both collect the same declarations.</returns>
            public static bool operator ==({{name}} left, {{name}} right) => left.Equals(right);

            /// <summary>Determines whether both collect different declarations.</summary>
            /// <param name="left">The first object.</param>
            /// <param name="right">The second object.</param>
            /// <returns>True if both collect different declarations.</returns>
            public static bool operator !=({{name}} left, {{name}} right) => !left.Equals(right);

            /// <inheritdoc/>
            public bool Equals({{name}} other) => ReferenceEquals(Declaration, other.Declaration);

            /// <inheritdoc/>
            public override bool Equals(object? obj) => obj is {{name}} other && Equals(other);

            /// <inheritdoc/>
            public override int GetHashCode() => Declaration?.GetHashCode() ?? 0;

        """;

    private const string Validation = """
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

        """;

    private const string Extensions = """
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

        """;

    private const string Lists = """
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

        """;

    private static string Declare(Item item) => $$"""
            /// <summary>Replaces the declared {{item.Many}}{{item.ManyMean}}.</summary>
            /// <param name="items">The {{item.Many}}; null for none.</param>
            public void Set{{item.List}}Collection(Collection<{{item.Type}}>? items) => Replace(Declaration.{{item.List}}, items);

            /// <summary>Declares {{item.One}}{{item.OneMeans}}.</summary>
            /// <param name="item">The item to declare; null is ignored.</param>
            public void Add{{item.Name}}({{item.Type}}? item) => Add(Declaration.{{item.List}}, item);

        {{(item.HasOrigin ? DeclareWithOrigin(item) : string.Empty)}}
        """;

    private static string DeclareWithOrigin(Item item) => $$"""
            /// <summary>Declares {{item.One}}{{item.OneMeans}}.</summary>
            /// <param name="item">The item to declare; null is ignored.</param>
            /// <param name="origin">The object of the application that the item represents; not used.</param>
            public void Add{{item.Name}}({{item.Type}}? item, object? origin) => Add(Declaration.{{item.List}}, item);


        """;

    private static string Reflect(Item item, string reflected)
    {
        string signature = $"    public Collection<{item.Type}> Get{item.List}WithReflection() =>";
        string body = $"new(Declaration.TypeOf(Declaration.Activity).Reflect{reflected}(Declaration.Activity));";
        string separator = signature.Length + 1 + body.Length <= LongestLine ? " " : "\n        ";
        return $"""
                /// <summary>Gets the {reflected.ToLowerInvariant()} that the default declares, found by reflection over the public properties.</summary>
                /// <returns>A new collection.</returns>
            {signature}{separator}{body}


            """;
    }

    /// <summary>Something that an activity can declare.</summary>
    /// <param name="Name">The end of the name of the method that declares one.</param>
    /// <param name="Type">The type.</param>
    /// <param name="One">The text for one.</param>
    /// <param name="Many">The text for several.</param>
    private sealed record Item(string Name, string Type, string One, string Many)
    {
        /// <summary>True if a second method takes the object that the item represents.</summary>
        public bool HasOrigin { get; init; }

        /// <summary>The explanation of one; empty if there is none.</summary>
        public string OneMeans { get; init; } = string.Empty;

        /// <summary>The explanation of several; empty if there is none.</summary>
        public string ManyMean { get; init; } = string.Empty;

        public string List => Name.EndsWith("Child", StringComparison.Ordinal) ? Name + "ren" : Name + "s";
    }
}
