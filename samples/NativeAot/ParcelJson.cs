using System.Text.Json.Serialization;

namespace NativeAot;

/// <summary>How values of the workflow's own types are written, as code that the compiler makes: nothing is looked up by reflection.</summary>
[JsonSerializable(typeof(Parcel))]
internal sealed partial class ParcelJson : JsonSerializerContext;
