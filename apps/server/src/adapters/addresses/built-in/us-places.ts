/** A city with ZIP codes of its streets. */
export interface UsPlace {
  city: string;
  state: string;
  zips: readonly string[];
}

/**
 * Cities by state: those of the demo's region with their street ZIP codes, and the country's larger ones with one ZIP code of their center.
 * Enough to fill in a form without a network; for complete addresses configure a geocoder.
 */
const PLACES = `
TN Chattanooga 37402 37403 37404 37405 37406 37407 37408 37409 37410 37411 37412 37415 37416 37419 37421
TN East Ridge 37412
TN Red Bank 37415
TN Hixson 37343
TN Ooltewah 37363
TN Collegedale 37315
TN Apison 37302
TN Harrison 37341
TN Soddy-Daisy 37379
TN Signal Mountain 37377
TN Lookout Mountain 37350
TN Cleveland 37311 37312 37323
TN Athens 37303
TN Dayton 37321
TN Dunlap 37327
TN Jasper 37347
TN Whitwell 37397
TN Nashville 37201 37203 37204 37205 37206 37207 37208 37209 37210 37211 37212 37214 37215 37216 37217 37218 37219 37220 37221
TN Antioch 37013
TN Brentwood 37027
TN Franklin 37064 37067 37069
TN Smyrna 37167
TN La Vergne 37086
TN Murfreesboro 37127 37128 37129 37130
TN Mount Juliet 37122
TN Lebanon 37087 37090
TN Gallatin 37066
TN Hendersonville 37075
TN Spring Hill 37174
TN Columbia 38401
TN Shelbyville 37160
TN Manchester 37355
TN Tullahoma 37388
TN Winchester 37398
TN McMinnville 37110
TN Cookeville 38501 38506
TN Clarksville 37040 37042 37043
TN Knoxville 37902 37909 37912 37914 37915 37916 37917 37918 37919 37920 37921 37922 37923
TN Johnson City 37601 37604
TN Kingsport 37660
TN Bristol 37620
TN Jackson 38301 38305
TN Memphis 38103 38104 38105 38106 38107 38108 38109 38111 38112 38114 38116 38117 38118 38119 38120
GA Ringgold 30736
GA Fort Oglethorpe 30742
GA Rossville 30741
GA Rock Spring 30739
GA LaFayette 30728
GA Trenton 30752
GA Dalton 30720 30721
GA Chatsworth 30705
GA Calhoun 30701
GA Rome 30161 30165
GA Atlanta 30303 30305 30306 30307 30308 30309 30310 30311 30312 30313 30314 30315 30316 30318
GA Augusta 30901
GA Columbus 31901
GA Macon 31201
GA Savannah 31401
GA Athens 30601
AL Birmingham 35203
AL Montgomery 36104
AL Huntsville 35801
AL Mobile 36602
AL Tuscaloosa 35401
AL Gadsden 35901
AK Anchorage 99501
AK Fairbanks 99701
AK Juneau 99801
AZ Phoenix 85003
AZ Tucson 85701
AZ Mesa 85201
AZ Chandler 85225
AZ Gilbert 85234
AZ Scottsdale 85251
AZ Glendale 85301
AZ Tempe 85281
AZ Flagstaff 86001
AR Little Rock 72201
AR Fayetteville 72701
AR Fort Smith 72901
CA Los Angeles 90012
CA San Diego 92101
CA San Jose 95113
CA San Francisco 94102
CA Fresno 93721
CA Sacramento 95814
CA Long Beach 90802
CA Oakland 94612
CA Bakersfield 93301
CA Anaheim 92805
CA Stockton 95202
CA Riverside 92501
CA Santa Ana 92701
CA Chula Vista 91910
CA Fremont 94536
CA Modesto 95354
CA San Bernardino 92401
CA Santa Rosa 95401
CO Denver 80202
CO Colorado Springs 80903
CO Aurora 80012
CO Fort Collins 80521
CO Boulder 80302
CT Hartford 06103
CT Bridgeport 06604
CT New Haven 06510
CT Stamford 06901
DE Wilmington 19801
DE Dover 19901
DC Washington 20001
FL Jacksonville 32202
FL Miami 33130
FL Tampa 33602
FL Orlando 32801
FL St. Petersburg 33701
FL Hialeah 33010
FL Tallahassee 32301
FL Fort Lauderdale 33301
FL Pensacola 32502
FL Gainesville 32601
HI Honolulu 96813
HI Hilo 96720
ID Boise 83702
ID Idaho Falls 83402
IL Chicago 60601
IL Springfield 62701
IL Peoria 61602
IL Rockford 61101
IN Indianapolis 46204
IN Fort Wayne 46802
IN Evansville 47708
IN South Bend 46601
IA Des Moines 50309
IA Cedar Rapids 52401
IA Davenport 52801
KS Wichita 67202
KS Topeka 66603
KS Kansas City 66101
KS Overland Park 66204
KY Louisville 40202
KY Lexington 40507
KY Bowling Green 42101
KY Frankfort 40601
LA New Orleans 70112
LA Baton Rouge 70801
LA Shreveport 71101
LA Lafayette 70501
ME Portland 04101
ME Augusta 04330
MD Baltimore 21202
MD Annapolis 21401
MA Boston 02108
MA Worcester 01608
MA Springfield 01103
MI Detroit 48226
MI Grand Rapids 49503
MI Lansing 48933
MI Flint 48502
MN Minneapolis 55401
MN Saint Paul 55101
MN Duluth 55802
MN Rochester 55901
MS Jackson 39201
MS Gulfport 39501
MO Kansas City 64106
MO St. Louis 63101
MO Springfield 65806
MO Jefferson City 65101
MT Billings 59101
MT Missoula 59801
MT Helena 59601
NE Omaha 68102
NE Lincoln 68508
NV Las Vegas 89101
NV Henderson 89015
NV Reno 89501
NV Carson City 89701
NH Manchester 03101
NH Concord 03301
NJ Newark 07102
NJ Jersey City 07302
NJ Trenton 08608
NM Albuquerque 87102
NM Santa Fe 87501
NY New York 10001
NY Buffalo 14202
NY Rochester 14604
NY Yonkers 10701
NY Syracuse 13202
NY Albany 12207
NC Charlotte 28202
NC Raleigh 27601
NC Greensboro 27401
NC Durham 27701
NC Winston-Salem 27101
NC Fayetteville 28301
NC Cary 27511
NC Asheville 28801
ND Fargo 58102
ND Bismarck 58501
OH Columbus 43215
OH Cleveland 44113
OH Cincinnati 45202
OH Toledo 43604
OH Akron 44308
OH Dayton 45402
OK Oklahoma City 73102
OK Tulsa 74103
OR Portland 97204
OR Eugene 97401
OR Salem 97301
PA Philadelphia 19102
PA Pittsburgh 15222
PA Harrisburg 17101
PA Allentown 18101
PA Erie 16501
PA Scranton 18503
RI Providence 02903
SC Columbia 29201
SC Charleston 29401
SC Greenville 29601
SC Spartanburg 29302
SD Sioux Falls 57104
SD Rapid City 57701
SD Pierre 57501
TX Houston 77002
TX San Antonio 78205
TX Dallas 75201
TX Austin 78701
TX Fort Worth 76102
TX El Paso 79901
TX Arlington 76010
TX Corpus Christi 78401
TX Plano 75074
TX Lubbock 79401
TX Laredo 78040
TX Irving 75061
TX Garland 75040
TX Amarillo 79101
TX Brownsville 78520
TX McAllen 78501
TX Midland 79701
TX Odessa 79761
TX Waco 76701
TX Abilene 79601
TX Tyler 75702
TX Beaumont 77701
UT Salt Lake City 84101
UT Provo 84601
UT Ogden 84401
VT Burlington 05401
VT Montpelier 05602
VA Virginia Beach 23451
VA Norfolk 23510
VA Richmond 23219
VA Chesapeake 23320
VA Newport News 23601
VA Roanoke 24011
VA Lynchburg 24504
WA Seattle 98101
WA Spokane 99201
WA Tacoma 98402
WA Vancouver 98660
WA Olympia 98501
WV Charleston 25301
WI Milwaukee 53202
WI Madison 53703
WI Green Bay 54301
WI Appleton 54911
WY Cheyenne 82001
`;

/** The list above, parsed. */
export const US_PLACES: readonly UsPlace[] = PLACES.trim()
  .split('\n')
  .map((line) => {
    const [, state = '', city = '', zips = ''] = /^([A-Z]{2}) (\D+?) ([\d ]+)$/.exec(line) ?? [];
    return { city, state, zips: zips.split(' ') };
  });
